import type { WatchedVehicle } from '@/lib/api/contract/watch-list'
import type { VehicleNames } from '@/lib/api/queries/vehicle-names'
import type { LiveArea } from '@/lib/live/client/live-area'

/** The name of a watched vehicle; until the list has read its record, the one that the area of this page knows. */
export function watchedName(
  names: VehicleNames,
  vehicle: Pick<WatchedVehicle, 'id' | 'our_ref' | 'licence_plate' | 'active_booking_id'>,
  area: Pick<LiveArea, 'records' | 'slotById' | 'departed'> | null,
): string | null {
  const { id } = vehicle
  const slot = area?.slotById.get(id)
  const here = slot === undefined ? undefined : area?.records[slot]
  const known = here ?? area?.departed.find(({ record }) => record.id === id)?.record
  return names.shown({ id, directory: vehicle }) ?? (known ? names.shown(known) : null)
}
