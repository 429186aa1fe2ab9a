import type { AreaSearch, Departure, DepartureReason } from '@/lib/api/contract/live'
import { distanceMetres } from '@/lib/interface/geometry'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { ServiceClient } from '@/lib/upstream/service'
import { UpstreamError } from '@/lib/upstream/upstream-error'

/** Maximum calls to `/status` after a sweep. */
export const STATUS_CALLS_MAXIMUM = 5

/**
 * Looks up sequentially why vehicles left the results; only the first STATUS_CALLS_MAXIMUM.
 * @returns the pause that the service asked for too; null for none
 * @throws only the signal's reason
 */
export async function findDepartures(
  client: Pick<ServiceClient, 'getVehicleStatus'>,
  area: AreaSearch,
  left: readonly VehicleSearchObject[],
  signal: AbortSignal,
) {
  const departures: Departure[] = []
  for (const before of left.slice(0, STATUS_CALLS_MAXIMUM)) {
    const { id } = before
    try {
      const { record } = (await client.getVehicleStatus(id, { signal })).data
      departures.push({ id, reason: reasonOf(area, before, record), record })
    } catch (error) {
      signal.throwIfAborted()
      const failure = error instanceof UpstreamError ? error : null
      const reason = failure?.kind === 'not-found' ? 'not-found' : 'not-answered'
      // A refusal gives no reason, and is an answer.
      if (failure?.kind !== 'request-refused') departures.push({ id, reason, record: null })
      if (failure?.kind === 'rate-limited') return { departures, retryAfterMs: failure.retryAfterMs }
    }
    signal.throwIfAborted()
  }
  return { departures, retryAfterMs: null }
}

/** @param before as last listed; @param now as `/status` answers */
export function reasonOf(
  { position, radius, type }: AreaSearch,
  before: VehicleSearchObject,
  now: VehicleSearchObject,
): DepartureReason {
  if (now.position && distanceMetres(position, now.position) > radius) return 'left-area'
  if (now.status !== before.status) return 'status-changed'
  if (type !== null && now.type !== type) return 'type-changed'
  return 'not-listed'
}
