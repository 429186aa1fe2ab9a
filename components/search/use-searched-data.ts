import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { usePage, usePageState } from '@/components/search/page'
import { seedVehicleStatus } from '@/lib/api/queries/query'
import { useObservedTypes } from './list/filters/use-observed-types'
import { lastPosition, useStatusChange } from './list/selection'
import { revealedWith } from './page-actions'
import type { PageData } from './page-data'
import { usePickupRanking, useWidening } from './pickup/use-pickup'
import { usePastSource } from './use-replay'
import { type Address, useAddress } from './view/address'
import { useLiveView } from './view/use-live-view'

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
