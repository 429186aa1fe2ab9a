import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { Route } from 'next'
import { useEffect, useRef } from 'react'
import { usePage } from '@/components/search/page'
import { useOpenRecord, useSelect } from '@/components/search/page-actions'
import { useLiveData } from '@/components/search/page-data'
import { useAddress, useAddressActions } from '@/components/search/view/address'
import type { AreaSearch } from '@/lib/api/contract/live'
import { query } from '@/lib/api/queries/query'
import { trailHref } from '@/lib/format/links'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { Suggestion } from './suggestions'

/**
 * @returns begins work, and returns a check that the subject is the same and no later work began
 */
export function useNewest(subject: string): () => () => boolean {
  const newest = useRef<object | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the subject changed
  useEffect(
    () => () => {
      newest.current = null
    },
    [subject],
  )
  return () => {
    const mine = {}
    newest.current = mine
    return () => newest.current === mine
  }
}

type FoundVehicle = Extract<Suggestion, { kind: 'vehicle' }>

/**
 * As listed, or as the service says now; null where neither says it.
 * @throws where the service cannot be asked
 */
export async function positionOfVehicle(
  client: QueryClient,
  { id, position }: Pick<FoundVehicle, 'id' | 'position'>,
): Promise<Position | null> {
  if (position) return position
  const answer = await client.fetchQuery(
    query('/api/vehicles/{vehicleId}/status', { vehicleId: id }),
  )
  return answer.data.record.position ?? null
}

/**
 * Of one that is not in the list of a replay: where it is now says nothing of then.
 * @param pastMs null for now
 */
export function trailInstead(id: string, isListed: boolean, pastMs: number | null): Route | null {
  return isListed || pastMs === null ? null : trailHref(id, pastMs)
}

/** A search by type may leave a vehicle within its circle out. */
function isWithin(search: AreaSearch, position: Position): boolean {
  return search.type === null && distanceMetres(search.position, position) <= search.radius
}

/**
 * In the list, or in a search round its position. Without one its record is
 * opened, in a replay its trail.
 */
export function useShowVehicle(): (vehicle: FoundVehicle) => Promise<void> {
  const { focus } = usePage()
  const data = useLiveData()
  const { view } = data
  const { search, selectedId, panel } = useAddress()
  const { goTo, setPanel } = useAddressActions()
  const select = useSelect(data)
  const open = useOpenRecord(view)
  const client = useQueryClient()
  const begin = useNewest(`${formatPosition(search.position)} ${selectedId}`)
  const latest = useRef(view.live)
  latest.current = view.live
  const isListed = (id: string) => (latest.current.area?.table.slotOf(id) ?? -1) >= 0
  return async (vehicle) => {
    const isNewest = begin()
    const trail = trailInstead(vehicle.id, isListed(vehicle.id), view.live.replay?.atMs ?? null)
    if (trail) return open(vehicle.id, trail)
    if (!isListed(vehicle.id)) {
      const position = await positionOfVehicle(client, vehicle).catch(() => null)
      if (!isNewest()) return
      if (!position) return open(vehicle.id)
      // The rest of the list, or a refresh, may bring it.
      const isComing = latest.current.progress !== null && isWithin(search, position)
      if (!isListed(vehicle.id) && !isComing) void goTo({ position, type: null })
    }
    if (panel !== 'vehicles' && panel !== 'pickup') void setPanel('vehicles')
    select(vehicle.id)
    focus.focusList()
  }
}
