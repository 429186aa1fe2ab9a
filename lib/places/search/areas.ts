import { LOCALITY, metresBetween, NEIGHBOURHOOD, type PlaceIndex } from '@/lib/places/place-index'

/** A position is of the nearest part of a town, and the nearest town, within these distances. */
const REACH_METRES: Readonly<Record<number, number>> = { [NEIGHBOURHOOD]: 3_000, [LOCALITY]: 30_000 }

/** Names a position's part of town and town: "Centro, Montevideo". */
export function createAreas({ kinds, names, positions }: PlaceIndex) {
  const areas = [...kinds.keys()].filter((entity) => kinds[entity]! in REACH_METRES)

  function nearest(kind: number, lat: number, lng: number, but: number): number | null {
    let best: { entity: number; metres: number } | null = null
    for (const entity of areas) {
      if (kinds[entity] !== kind || entity === but) continue
      const metres = metresBetween(lat, lng, positions[entity * 2]!, positions[entity * 2 + 1]!)
      if (metres < (best?.metres ?? REACH_METRES[kind]!)) best = { entity, metres }
    }
    return best?.entity ?? null
  }

  /** @param of the entity itself: a town is not within itself */
  return (lat: number, lng: number, of: number): string | null => {
    const found =
      kinds[of] === LOCALITY ? [] : [nearest(NEIGHBOURHOOD, lat, lng, of), nearest(LOCALITY, lat, lng, of)]
    const texts = found.flatMap((entity) => (entity === null ? [] : names[entity]!))
    return texts.length > 0 ? [...new Set(texts)].join(', ') : null
  }
}
