import type { FoundPlace } from '@/lib/api/contract/places'
import { foldText } from '@/lib/city/addresses/words'
import { distanceMetres } from '@/lib/interface/geometry'

/** Places of the same text nearer to each other are one, known in parts, or by two sources. */
const SAME_TEXT_METRES = 300

/** The text of a place in a list, without case and accents. */
export function textOfPlace({ name, detail }: Pick<FoundPlace, 'name' | 'detail'>): string {
  return foldText(`${name}\n${detail ?? ''}`)
}

/** The first of each place that texts do not tell apart. */
export function distinctPlaces(places: readonly FoundPlace[]): FoundPlace[] {
  const kept: FoundPlace[] = []
  for (const place of places) {
    const isKnown = kept.some(
      (other) =>
        textOfPlace(other) === textOfPlace(place) &&
        distanceMetres(other.position, place.position) < SAME_TEXT_METRES,
    )
    if (!isKnown) kept.push(place)
  }
  return kept
}
