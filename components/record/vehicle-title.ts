import { isVisible, shownName, type VehicleName } from '@/lib/api/queries/names'
import { keyPhrase } from '@/lib/format/key-words'
import { isolated, safeText } from '@/lib/format/text'
import type { Vehicle } from '@/lib/interface/resources'

const LONGEST_PART = 60

/**
 * Call sign and make, nothing about the driver.
 * @param first which of its names a vehicle is called by
 */
export function vehicleTabTitle(vehicle: Vehicle, first: keyof VehicleName): string {
  return joined(vehicle, [
    shownName(vehicle, first) || vehicle.id,
    vehicle.make || typeInWords(vehicle),
  ])
}

/**
 * Title of a vehicle: call sign, its other name and make; the type or the id where there is none.
 */
export function vehicleTitle(vehicle: Vehicle, first: keyof VehicleName): string {
  const { make, our_ref, licence_plate } = vehicle
  const type = typeInWords(vehicle)
  const names = first === 'our_ref' ? [our_ref, licence_plate] : [licence_plate, our_ref]
  return joined(vehicle, [...names, make || type, make && !licence_plate ? type : null])
}

const typeInWords = ({ type }: Vehicle) => type && keyPhrase(type, LONGEST_PART)

function joined({ id }: Vehicle, parts: readonly (string | null)[]): string {
  const given = parts.filter((part) => part !== null && isVisible(part)) as string[]
  return (given.length > 0 ? given : [id])
    .map((part) => isolated(safeText(part, LONGEST_PART)))
    .join(' · ')
}
