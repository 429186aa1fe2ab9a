import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { isFinal } from '@/lib/api/client/errors'
import { get } from '@/lib/api/client/get'
import type { Answer, StatusAnswer } from '@/lib/api/contract/answers'
import type { LiveVehicle, VehicleTimes } from '@/lib/api/contract/live'
import { keepVehicleNames } from './vehicle-names'

/** Refresh interval of a record's live part while its page is visible. */
const STATUS_INTERVAL_MS = 5_000

export function vehicleQuery(vehicleId: string) {
  return queryOptions({
    queryKey: ['vehicle', vehicleId],
    queryFn: async ({ signal, client }) => {
      const path = `/api/vehicles/${encodeURIComponent(vehicleId)}`
      const answer = await get('/api/vehicles/{vehicleId}', path, { signal })
      keepVehicleNames(client, [answer.data.record])
      return answer
    },
  })
}

/** Status and position of one vehicle, refreshed every 5 s. */
export function vehicleStatusQuery(vehicleId: string) {
  return queryOptions({
    queryKey: ['vehicle', vehicleId, 'status'],
    queryFn: ({ signal }) =>
      get('/api/vehicles/{vehicleId}/status', `/api/vehicles/${encodeURIComponent(vehicleId)}/status`, {
        signal,
      }),
    // Stop refreshing a vehicle that was not found.
    refetchInterval: ({ state }) => (isFinal(state.error) ? false : STATUS_INTERVAL_MS),
  })
}

/**
 * Shows a live area's record of a vehicle until its own status is loaded, or for as long as it cannot be. Annotations
 * are none of the service's fields.
 */
export function seedVehicleStatus(
  client: QueryClient,
  { directory, statusSince, changedSince, aheadSinceMs, ...record }: LiveVehicle,
  {
    fetchedAtMs,
    receivedAtMs,
    mtimeServes,
  }: VehicleTimes & { readonly fetchedAtMs: number; readonly receivedAtMs: number },
): void {
  const given = Object.entries(record).filter(([, value]) => value !== null)
  const times = { changedSince, aheadSinceMs, mtimeServes }
  const answer: Answer<StatusAnswer> = {
    data: { record, unreadable: [], raw: Object.fromEntries(given), times },
    meta: {
      fetchedAt: new Date(fetchedAtMs).toISOString(),
      ageMs: 0,
      stale: false,
      reason: null,
      partial: false,
      dropped: 0,
      requestId: '',
    },
  }
  const { queryKey } = vehicleStatusQuery(record.id)
  if ((client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < receivedAtMs)
    client.setQueryData(queryKey, answer, { updatedAt: receivedAtMs })
}

export function vehicleByOurRefQuery(ourRef: string) {
  return queryOptions({
    queryKey: ['vehicle-by-our-ref', ourRef],
    queryFn: async ({ signal, client }) => {
      const path = `/api/vehicles/by-our-ref?${new URLSearchParams({ our_ref: ourRef })}`
      const answer = await get('/api/vehicles/by-our-ref', path, { signal })
      keepVehicleNames(client, [answer.data.record])
      return answer
    },
  })
}

export function exampleVehicleQuery() {
  return queryOptions({
    queryKey: ['vehicle-example'],
    queryFn: ({ signal }) => get('/api/vehicles/example', '/api/vehicles/example', { signal }),
  })
}

export function exampleBookingQuery() {
  return queryOptions({
    queryKey: ['booking-example'],
    queryFn: ({ signal }) => get('/api/bookings/example', '/api/bookings/example', { signal }),
  })
}
