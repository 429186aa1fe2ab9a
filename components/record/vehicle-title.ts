import { safeText } from '@/lib/format/text'
import type { Vehicle } from '@/lib/interface/resources'

const LONGEST_PART = 60

/** Name of a vehicle in a tab: the fleet's own reference and the make, nothing about its driver. */
export function vehicleTabTitle({ id, our_ref, make, type }: Vehicle): string {
  return [our_ref || id, make || type]
    .filter((part) => part !== null && part !== '')
    .map((part) => safeText(part as string, LONGEST_PART))
    .join(' · ')
}

/** Title of a vehicle: make and plate; the type or the id where there is none. */
export function vehicleTitle({ id, make, type, licence_plate }: Vehicle): string {
  const parts = [make || type, licence_plate || (make ? type : null)].filter(
    (part) => part !== null && part !== '',
  )
  return (parts.length > 0 ? parts : [id]).map((part) => safeText(part as string, LONGEST_PART)).join(' · ')
}
