import { queryOptions } from '@tanstack/react-query'
import { isFinal } from '@/lib/api/errors'
import { get } from '@/lib/api/get'

/** Refresh interval of a record's live part while its page is visible. */
const STATUS_INTERVAL_MS = 5_000

export function vehicleQuery(vehicleId: string) {
  return queryOptions({
    queryKey: ['vehicle', vehicleId],
    queryFn: ({ signal }) =>
      get('/api/vehicles/{vehicleId}', `/api/vehicles/${encodeURIComponent(vehicleId)}`, { signal }),
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

export function vehicleByOurRefQuery(ourRef: string) {
  return queryOptions({
    queryKey: ['vehicle-by-our-ref', ourRef],
    queryFn: ({ signal }) =>
      get(
        '/api/vehicles/by-our-ref',
        `/api/vehicles/by-our-ref?${new URLSearchParams({ our_ref: ourRef })}`,
        {
          signal,
        },
      ),
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
