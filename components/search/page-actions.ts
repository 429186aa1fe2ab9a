import type { Route } from 'next'
import { useNavigate } from '@/components/layout/link'
import { usePage } from '@/components/search/page'
import { vehicleHref } from '@/lib/format/links'
import { findSelection, lastPosition } from './list/selection'
import { type PageData, revealedWith, type SelectionData } from './page-data'
import { useAddress, useAddressActions } from './view/address'

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
