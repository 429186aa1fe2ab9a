import { useQueryClient } from '@tanstack/react-query'
import { createContext, useContext, useEffect, useEffectEvent, useMemo } from 'react'
import { useNow } from '@/components/layout/use-now'
import type { Revealed } from '@/components/map/types'
import { usePage, usePageState } from '@/components/search/page'
import { seedVehicleStatus } from '@/lib/api/queries/query'
import { formatRoadTime } from '@/lib/format/time/road-time'
import type { Position } from '@/lib/interface/resources'
import type { LiveState } from '@/lib/live/client/live-area'
import { useObservedTypes } from './list/filters/use-observed-types'
import { lastPosition, type StatusChange, useStatusChange } from './list/selection'
import { isTime } from './pickup/road-times'
import { type PickupRanking, usePickupRanking, useWidening } from './pickup/use-pickup'
import { usePastSource } from './use-replay'
import { type Address, useAddress } from './view/address'
import { describeInView, type LiveView, useLiveView } from './view/use-live-view'

/** Data of the searched area, as the page shows them. */
export interface PageData {
  readonly view: LiveView
  readonly pickup: PickupRanking
  /** Of the selected vehicle, while it is selected. */
  readonly statusChange: StatusChange | null
  /** Vehicle types, here and by the server. */
  readonly observedTypes: readonly string[]
}

const LiveDataContext = createContext<PageData | null>(null)
const PanelDataContext = createContext<PageData | null>(null)

export const LiveDataProvider = LiveDataContext.Provider
export const PanelDataProvider = PanelDataContext.Provider

export function useLiveData(): PageData {
  const data = useContext(LiveDataContext)
  if (!data) throw new Error('No LiveDataProvider')
  return data
}

/** The data of the panel: while a replay plays, they follow those of the map. */
export function usePanelData(): PageData {
  const data = useContext(PanelDataContext)
  if (!data) throw new Error('No PanelDataProvider')
  return data
}

/** Selected when a map page was left. */
let lastSelectedId: string | null = null

/** Reads and ranks what the address asks for. Called once on the page. */
export function useSearchedData(): PageData {
  const address = useAddress()
  const isPaused = usePageState((state) => state.isPaused)
  const view = useLiveView(address, isPaused, usePastSource(address.at))
  const { selection } = view
  const pickup = usePickupRanking(address, view)
  const statusChange = useStatusChange(address.at === null ? selection : null)
  const observedTypes = useObservedTypes(view.counts)
  const data = useMemo(
    () => ({ view, pickup, statusChange, observedTypes }),
    [view, pickup, statusChange, observedTypes],
  )
  useWidening(address, view, pickup)
  useSelectedOnMap(address, data)
  useReturn(address, data)
  return data
}

function useSelectedOnMap(address: Address, data: PageData): void {
  const { selected } = usePage()
  const { selectedId } = address
  const position = lastPosition(data.view.selection)
  const followedId = usePageState((state) => state.followedId)
  const update = useEffectEvent(() => {
    selected.update(selectedId, revealedWith(position, address, data))
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: selection or following changed
  useEffect(() => update(), [selectedId, position, followedId])
}

/**
 * Keys and focus of the page; on the way to a vehicle's record its last data, as the service may
 * be down by then; and back from there the list's focus.
 */
function useReturn({ selectedId, at }: Address, { view }: PageData): void {
  const { focus } = usePage()
  const client = useQueryClient()
  const focusOnReturn = useEffectEvent(() => {
    if (selectedId !== null && selectedId === lastSelectedId) focus.focusList()
  })
  const leave = useEffectEvent(() => {
    lastSelectedId = selectedId
    const { selection } = view
    if (at === null && selection) seedVehicleStatus(client, selection.vehicle, selection)
  })
  useEffect(() => {
    const stop = focus.listen()
    focusOnReturn()
    return () => {
      stop()
      leave()
    }
  }, [focus])
}

/** The moment that the page shows: now, or that of a replay; on the clock of the area's times. */
export function useShownNow({ replay }: LiveState): number {
  // Null on the server alone, which does not render the map page.
  const now = useNow() as number
  return replay?.atMs ?? now
}

/** A vehicle in words: "No. 2 for the pick-up, 4 min by road: 480 m NE, available". */
export function describeOnPage({ view, pickup }: PageData, id: string): string {
  const number = pickup.numberOf(id)
  const time = pickup.timeOf(id)
  const words: string[] = []
  if (number !== null) words.push(`No. ${number} for the pick-up`)
  if (isTime(time)) words.push(`${formatRoadTime(time, view.formatDistance)} by road`)
  const description = describeInView(view, id)
  return words.length > 0 ? `${words.join(', ')}: ${description}` : description
}

/** Data that a selection depends on. */
export type SelectionData = Pick<PageData, 'view' | 'pickup'>

/**
 * A vehicle, the pick-up point, and the vehicles that it is compared with: the card covers none of
 * them, if there is room. Empty without a position.
 */
export function revealedWith(
  position: Position | null,
  { pickup }: Address,
  data: SelectionData,
): Revealed[] {
  if (!position) return []
  const revealed: Revealed[] = [{ position, kind: 'vehicle' }]
  if (pickup) revealed.push({ position: pickup, kind: 'pickup' })
  for (const numbered of data.pickup.numberedPositions())
    revealed.push({ position: numbered, kind: 'vehicle' })
  return revealed
}
