import type { FoundVehicle } from '@/lib/contract/places'
import type { Directory } from './directory'

/** Entries compared before other work gets its turn. */
const STEP_ENTRIES = 10_000
const SHORTEST_PART = 2

/** How well a vehicle's name fits; lower is better. */
const EXACT = 0
const BEGINNING = 1
const WITHIN = 2

/** Vehicles whose own reference or plate holds the text, whatever case, spaces and hyphens; the best first. */
export async function findVehicles(
  directory: Pick<Directory, 'all'>,
  text: string,
  most: number,
): Promise<FoundVehicle[]> {
  const part = compact(text)
  if (part.length < SHORTEST_PART) return []
  const found: { rank: number; name: string; vehicle: FoundVehicle }[] = []
  let compared = 0
  for (const [id, { entry }] of directory.all()) {
    const { our_ref: ourRef, licence_plate: licencePlate } = entry
    const rank = Math.min(rankOf(ourRef, part), rankOf(licencePlate, part))
    if (rank <= WITHIN) {
      found.push({ rank, name: ourRef ?? licencePlate ?? '', vehicle: { id, ourRef, licencePlate } })
      found.sort((a, b) => a.rank - b.rank || a.name.localeCompare(b.name))
      if (found.length > most) found.pop()
    }
    if (++compared % STEP_ENTRIES === 0) await new Promise(setImmediate)
  }
  return found.map(({ vehicle }) => vehicle)
}

function rankOf(name: string | null, part: string): number {
  if (name === null) return Number.POSITIVE_INFINITY
  const at = compact(name).indexOf(part)
  if (at < 0) return Number.POSITIVE_INFINITY
  if (at > 0) return WITHIN
  return compact(name).length === part.length ? EXACT : BEGINNING
}

function compact(text: string): string {
  return text.toLowerCase().replaceAll(/[\s\-·.]+/g, '')
}
