import type { FoundVehicle } from '@/lib/api/contract/places'
import { fits, nameFit } from '@/lib/format/name-fit'
import type { Directory } from './directory'

/** Entries compared before other work gets its turn. */
const STEP_ENTRIES = 10_000
const SHORTEST_PART = 2

const inOrder = new Intl.Collator('en', { numeric: true }).compare

/**
 * Vehicles that a text names, the best first.
 * @param types keys whose words the text may hold beside a name
 */
export async function findVehicles(
  directory: Pick<Directory, 'all'>,
  text: string,
  most: number,
  types: readonly string[] = [],
): Promise<FoundVehicle[]> {
  const fitOf = nameFit(text, types)
  // A letter is a part of every name.
  const worst = text.trim().length < SHORTEST_PART ? fits.plate : fits.part
  const found: { fit: number; name: string; vehicle: FoundVehicle }[] = []
  let compared = 0
  for (const [id, { entry }] of directory.all()) {
    const { our_ref: ourRef, licence_plate: licencePlate } = entry
    const fit = fitOf(entry)
    const last = found[most - 1]
    if (fit <= worst && (!last || fit <= last.fit)) {
      found.push({ fit, name: ourRef ?? licencePlate ?? '', vehicle: { id, ourRef, licencePlate } })
      found.sort((a, b) => a.fit - b.fit || inOrder(a.name, b.name))
      if (found.length > most) found.pop()
    }
    if (++compared % STEP_ENTRIES === 0) await new Promise(setImmediate)
  }
  return found.map(({ vehicle }) => vehicle)
}
