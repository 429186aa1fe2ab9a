import type KDBush from 'kdbush'

export const STREET = 0
/** A park, a station, a hotel. */
export const POI = 1
/** Part of a town. */
export const NEIGHBOURHOOD = 2
/** Town, city or village. */
export const LOCALITY = 3

/** Ranges of a flat list: entry n has `starts[n]` to `starts[n + 1]`. */
export type Starts = Uint32Array

/**
 * Everything that has a name, in flat arrays, so that it is small in memory and read from a file at once. An entity is a
 * street or a place; positions are latitude and longitude in turn, in millionths of a degree.
 */
export interface PlaceIndex {
  readonly names: readonly string[]
  readonly kinds: Uint8Array
  /** On the street or place itself. */
  readonly positions: Int32Array
  /** Folded words, sorted; which entities have each, and which words each entity has. */
  readonly words: readonly string[]
  readonly entityStarts: Starts
  readonly entitiesOfWord: Uint32Array
  readonly wordStarts: Starts
  readonly wordsOfEntity: Uint32Array
  /** House numbers of each street, ascending. */
  readonly houseStarts: Starts
  readonly houseNumbers: Uint32Array
  readonly housePositions: Int32Array
  /** House numbers that are more than a number, by house: "1234 bis". */
  readonly houseTexts: ReadonlyMap<number, string>
  /** Lines of each street; points of each line. */
  readonly lineStarts: Starts
  readonly pointStarts: Starts
  readonly points: Int32Array
  /** Search trees of lat and lng, in millionths of a degree: of the houses, and of places along streets. */
  readonly houseTree: KDBush['data']
  readonly streetTree: KDBush['data']
  /** Of each place along streets: entity, and the first point of its piece of line. */
  readonly sampleEntities: Uint32Array
  readonly samplePoints: Uint32Array
}

/** @returns the entry of which a flat list's item is: the last with `starts[n] <= item` */
export function entryOf(starts: Starts, item: number): number {
  let [low, high] = [0, starts.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (starts[middle]! <= item) low = middle
    else high = middle
  }
  // Entries without items have the same start as the one after them.
  return low
}

const METRES_PER_DEGREE = 111_195

/** Metres between two positions that are near each other, in millionths of a degree. */
export function metresBetween(latA: number, lngA: number, latB: number, lngB: number): number {
  const east = (lngB - lngA) * Math.cos((((latA + latB) / 2e6) * Math.PI) / 180)
  return (Math.hypot(latB - latA, east) / 1e6) * METRES_PER_DEGREE
}
