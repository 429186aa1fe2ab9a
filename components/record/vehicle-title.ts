import { safeText } from '@/lib/format/text'
import type { Vehicle } from '@/lib/interface/resources'

const LONGEST_PART = 60

/** Name of a vehicle in a tab: the fleet's own reference and the make, nothing about its driver. */
export function vehicleTabTitle(vehicle: Vehicle): string {
  return joined(vehicle, [vehicle.our_ref || vehicle.id, vehicle.make || vehicle.type])
}

/** Title of a vehicle: reference, make and plate; the type or the id where there is none. */
export function vehicleTitle(vehicle: Vehicle): string {
  const { make, type, our_ref, licence_plate } = vehicle
  return joined(vehicle, [our_ref, make || type, licence_plate || (make ? type : null)])
}

function joined({ id }: Vehicle, parts: readonly (string | null)[]): string {
  const given = parts.filter((part) => part !== null && part !== '') as string[]
  return (given.length > 0 ? given : [id]).map((part) => safeText(part, LONGEST_PART)).join(' · ')
}
