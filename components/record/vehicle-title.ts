import { keyWords } from '@/lib/format/key-words'
import { isolated, safeText } from '@/lib/format/text'
import type { Vehicle } from '@/lib/interface/resources'
import { isVisible, shownName, type VehicleName } from '@/lib/interface/vehicle-name'

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
  return joined(vehicle, partsOf(vehicle, first))
}

/** Call sign of a vehicle, and the other parts of its title with its type: "Prius · Taxi". */
export function vehicleHeading(
  vehicle: Vehicle,
  first: keyof VehicleName,
): { readonly name: string; readonly details: string } {
  const { make, licence_plate: plate } = vehicle
  const isTypeLeftOut = make && plate
  const parts = [...partsOf(vehicle, first), isTypeLeftOut ? typeInWords(vehicle) : null]
  const [name = vehicle.id, ...details] = parts.filter(isGiven)
  return { name: inText(name), details: details.map(inText).join(' · ') }
}

function partsOf(vehicle: Vehicle, first: keyof VehicleName): (string | null)[] {
  const { make, our_ref, licence_plate } = vehicle
  const type = typeInWords(vehicle)
  const names = first === 'our_ref' ? [our_ref, licence_plate] : [licence_plate, our_ref]
  return [...names, make || type, make && !licence_plate ? type : null]
}

const typeInWords = ({ type }: Vehicle) => type && keyWords(type, LONGEST_PART)

function joined({ id }: Vehicle, parts: readonly (string | null)[]): string {
  const given = parts.filter(isGiven)
  return (given.length > 0 ? given : [id]).map(inText).join(' · ')
}

function isGiven(part: string | null): part is string {
  return part !== null && isVisible(part)
}

function inText(part: string): string {
  return isolated(safeText(part, LONGEST_PART))
}
