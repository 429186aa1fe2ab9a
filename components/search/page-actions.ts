import type { Route } from 'next'
import { useNavigate } from '@/components/layout/link'
import type { Revealed } from '@/components/map/types'
import { usePage } from '@/components/search/page'
import { vehicleHref } from '@/lib/format/links'
import type { Position } from '@/lib/interface/resources'
import { findSelection, lastPosition } from './list/selection'
import type { PageData } from './page-data'
import { type Address, useAddress, useAddressActions } from './view/address'

type SelectionData = Pick<PageData, 'view' | 'pickup'>

/**
 * A vehicle, the pick-up point, and the vehicles that it is compared with: the card covers none of
 * them, if there is room. Empty without a position.
 */
export function revealedWith(
  position: Position | null,
  { pickup }: Pick<Address, 'pickup'>,
  data: SelectionData,
): Revealed[] {
  if (!position) return []
  const revealed: Revealed[] = [{ position, kind: 'vehicle' }]
  if (pickup) revealed.push({ position: pickup, kind: 'pickup' })
  for (const numbered of data.pickup.numberedPositions())
    revealed.push({ position: numbered, kind: 'vehicle' })
  return revealed
}

/** Selects a vehicle in map, list and card; null for none. */
export function useSelect(data: SelectionData): (id: string | null) => void {
  const page = usePage()
  const address = useAddress()
  const { select } = useAddressActions()
  return (id) => {
    void select(id)
    page.selected.select(
      id,
      revealedWith(lastPosition(findSelection(id, data.view.live.area, null)), address, data),
    )
    const { sheetSize } = page.store.getState()
    if (id !== null && sheetSize === 'full') page.store.setState({ sheetSize: 'half' })
  }
}

/** Brings the selected vehicle into view again, with the pick-up point. */
export function useRevealAll(data: SelectionData): () => void {
  const { map } = usePage()
  const address = useAddress()
  return () => {
    const revealed = revealedWith(lastPosition(data.view.selection), address, data)
    const { pickup } = address
    if (revealed.length === 0 && pickup) revealed.push({ position: pickup, kind: 'pickup' })
    map.reveal(revealed)
  }
}

/**
 * Opens a page of a vehicle, its record by default; the way back leads to the vehicle selected
 * here, and in a replay to the shown moment.
 */
export function useOpenRecord({ live }: PageData['view']) {
  const { store } = usePage()
  const { select, setAt } = useAddressActions()
  const navigate = useNavigate()
  return async (id: string, href: Route | null = vehicleHref(id)): Promise<void> => {
    if (!href) return
    store.setState({ isLeaving: true })
    const written: Promise<unknown>[] = [select(id)]
    // A replay that plays has not written its moment yet.
    if (live.replay) written.push(setAt(live.replay.atMs))
    await Promise.all(written)
    store.setState({ isLeaving: await navigate(href) })
  }
}
