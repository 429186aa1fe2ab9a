import { createContext, useContext } from 'react'
import { useNow } from '@/components/layout/use-now'
import { formatRoadTime } from '@/lib/format/time/road-time'
import type { LiveState } from '@/lib/live/client/live-area'
import type { StatusChange } from './list/selection'
import { isTime } from './pickup/road-times'
import type { PickupRanking } from './pickup/use-pickup'
import { describeInView, type LiveView } from './view/use-live-view'

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
