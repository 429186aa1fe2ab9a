import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RoadLine } from '@/components/map/types'
import { usePage, usePageState } from '@/components/search/page'
import { usePickupActions } from '@/components/search/pickup/use-pickup'
import { useAddress } from '@/components/search/view/address'
import { roadPathQuery } from '@/lib/api/queries/roads'
import type { BookedNeeds } from '@/lib/format/links'
import type { Position } from '@/lib/interface/resources'

const NOWHERE: Position = { lat: 0, lng: 0 }

/** Start and way of the open booking, while the list of due ones is shown. */
export function useJourneyOnMap() {
  const { panel } = useAddress()
  const booking = usePageState((state) => state.dueBooking)
  const { key = '', from = null, to = null } = (panel === 'due' && booking) || {}
  const { data } = useQuery({
    ...roadPathQuery(key, from ?? NOWHERE, to ?? NOWHERE, 'car'),
    enabled: from !== null && to !== null,
  })
  const way = data?.path?.points
  return useMemo((): { readonly from: Position | null; readonly line: RoadLine | null } => {
    if (!from || !to) return { from, line: null }
    const straight: RoadLine = [
      [from.lat, from.lng],
      [to.lat, to.lng],
    ]
    return { from, line: way ?? straight }
  }, [from, to, way])
}

/** @returns finds a vehicle for a booking; false for one that does not name its start */
export function useFindForBooking(isPast: boolean) {
  const { map } = usePage()
  const pickup = usePickupActions(isPast)
  return (position: Position | null, needs: BookedNeeds): boolean => {
    if (!position) return false
    pickup.set(position, needs)
    // The vehicles around it are compared: it is not to be at an edge.
    const shown = map.view()
    if (shown) map.goTo({ position, zoom: shown.zoom })
    return true
  }
}
