import { safeText } from '@/lib/format/text'
import type { Vehicle } from '@/lib/interface/resources'

const LONGEST_PART = 60

/** Title of a vehicle: make and plate; the type or the id where there is none. */
export function vehicleTitle({ id, make, type, licence_plate }: Vehicle): string {
  const parts = [make || type, licence_plate || (make ? type : null)].filter(
    (part) => part !== null && part !== '',
  )
  return (parts.length > 0 ? parts : [id]).map((part) => safeText(part as string, LONGEST_PART)).join(' · ')
}
