import type { QueryClient } from '@tanstack/react-query'
import type { AnswerOf } from '@/lib/api/client/call'
import type { LiveVehicle, VehicleTimes } from '@/lib/api/contract/live'
import { query } from './query'

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
  const answer: AnswerOf<'/api/vehicles/{vehicleId}/status'> = {
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
  const { queryKey } = query('/api/vehicles/{vehicleId}/status', { vehicleId: record.id })
  if ((client.getQueryState(queryKey)?.dataUpdatedAt ?? 0) < receivedAtMs)
    client.setQueryData(queryKey, answer, { updatedAt: receivedAtMs })
}
