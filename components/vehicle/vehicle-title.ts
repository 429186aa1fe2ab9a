import { safeText } from '@/lib/format/text'
import type { Vehicle } from '@/lib/interface/resources'

const LONGEST_PART = 60

/** What a vehicle is called on a page: what it is, and its plate; the type, or else the id, where there is no plate. */
export function vehicleTitle({ id, make, type, licence_plate }: Vehicle): string {
  const parts = [make || type, licence_plate || (make ? type : null)].filter(
    (part) => part !== null && part !== '',
  )
  return (parts.length > 0 ? parts : [id]).map((part) => safeText(part as string, LONGEST_PART)).join(' · ')
}
