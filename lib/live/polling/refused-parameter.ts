import type { AreaSearch } from '@/lib/api/contract/live'
import { DEFAULT_LIMIT, DEFAULT_RADIUS_METRES, type Search } from '@/lib/interface/search'
import type { ServiceClient } from '@/lib/upstream/service'

/**
 * Finds what the service refuses of a search by leaving out one parameter after the other, in at most two calls.
 * @returns null where that is not the radius or the type alone
 * @throws only the signal's reason
 */
export async function findRefusedParameter(
  client: Pick<ServiceClient, 'searchVehicles'>,
  area: AreaSearch,
  signal: AbortSignal,
): Promise<string | null> {
  const without: Partial<Search> = { radius: DEFAULT_RADIUS_METRES, type: null }
  for (const name of ['radius', 'type'] as const) {
    if (area[name] === without[name]) continue
    const search = { ...area, [name]: without[name], limit: DEFAULT_LIMIT, cursor: null }
    const isAccepted = await client.searchVehicles(search, { signal }).then(
      () => true,
      () => false,
    )
    signal.throwIfAborted()
    if (isAccepted) return name
  }
  return null
}
