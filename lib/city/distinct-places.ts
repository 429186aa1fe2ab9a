import type { FoundPlace } from '@/lib/api/contract/places'
import { foldText } from '@/lib/city/addresses/words'
import { distanceMetres } from '@/lib/interface/geometry'

/** Places of the same text nearer to each other are one, known in parts, or by two sources. */
const SAME_TEXT_METRES = 300

/** The text of a place in a list, without case and accents. */
export function textOfPlace({ name, detail }: FoundPlace): string {
  return foldText(`${name}\n${detail ?? ''}`)
}

/** The first of each place that texts do not tell apart. */
export function distinctPlaces(places: readonly FoundPlace[]): FoundPlace[] {
  const kept: FoundPlace[] = []
  for (const place of places) {
    if (!kept.some((known) => isSamePlace(known, place))) kept.push(place)
  }
  return kept
}

function isSamePlace(a: FoundPlace, b: FoundPlace): boolean {
  if (textOfPlace(a) !== textOfPlace(b)) return false
  return distanceMetres(a.position, b.position) < SAME_TEXT_METRES
}
