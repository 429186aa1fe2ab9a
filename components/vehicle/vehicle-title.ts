import { safeText } from '@/lib/format/text'
import type { Vehicle } from '@/lib/schema/resources'

const LONGEST_PART = 60

/** What a vehicle is called on a page: what it is, and its plate; the id where there is no plate. */
export function vehicleTitle({ id, make, type, licence_plate }: Vehicle): string {
  return [make || type, licence_plate || id]
    .filter((part) => part !== null && part !== '')
    .map((part) => safeText(part as string, LONGEST_PART))
    .join(' · ')
}
