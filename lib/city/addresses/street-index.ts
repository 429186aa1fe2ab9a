import { metresBetween } from '@/lib/city/geometry'
import { coordinate, damaged, unusable } from '@/lib/city/pack'
import type { RoadList } from '@/lib/city/roads/road-list'

/** `addresses.json.gz` as stored: see lib/city/demo/README.md. */
export interface StoredAddresses {
  readonly streets: readonly (readonly [name: string, numbers: readonly (number | string)[]])[]
  readonly pois: readonly (readonly [name: string, kind: string, lat: number, lng: number])[]
}

/** House numbers of a street, ascending. */
export interface Houses {
  readonly numbers: Uint32Array
  /** Latitude and longitude in turn, as everywhere here in millionths of a degree. */
  readonly positions: Int32Array
  /** Numbers with more than digits, by their index: "1234 bis". */
  readonly texts: ReadonlyMap<number, string>
}

/** A street, or a place: a park, a station, a part of a town. */
export interface Entity {
  readonly name: string
  /** `street`, or the place's kind. */
  readonly kind: string
  /** On the street or place itself. */
  readonly lat: number
  readonly lng: number
  /** Where roads of the street begin and end. */
  readonly ends: Int32Array
  readonly houses: Houses
}

/** Kinds of places that other places lie in. */
export const AREA_KINDS: readonly string[] = ['neighbourhood', 'locality']

const UNIT = 10
const LARGEST_NUMBER = 4_000_000_000
const LONGEST_NAME = 120
const NO_HOUSES: Houses = {
  numbers: new Uint32Array(0),
  positions: new Int32Array(0),
  texts: new Map(),
}

/** Streets of the roads and the addresses, and places. @throws CityFileError */
export function readEntities(roads: RoadList | null, json: unknown): Entity[] {
  const { streets = [], pois = [] } = (json ?? {}) as StoredAddresses
  if (
    json !== null &&
    !(Array.isArray(streets) && Array.isArray(pois) && 'streets' in (json as object))
  )
    unusable('is not a file of addresses that npm run city has made')
  const roadsByName = new Map<string, number[]>()
  const idOf = roads?.names.map(clean) ?? []
  roads?.name.forEach((id, road) => {
    const name = idOf[id]!
    const known = roadsByName.get(name)
    if (known) known.push(road)
    else if (name) roadsByName.set(name, [road])
  })
  const housesByName = new Map<string, Houses>()
  for (const street of streets) {
    const [name, numbers] = Array.isArray(street) ? street : []
    if (typeof name !== 'string' || !Array.isArray(numbers))
      damaged('a street without a name or numbers')
    if (clean(name)) housesByName.set(clean(name), readHouses(name, numbers))
  }
  const found = [...new Set([...roadsByName.keys(), ...housesByName.keys()])].flatMap((name) =>
    separateStreets(name, roads, roadsByName.get(name) ?? [], housesByName.get(name) ?? NO_HOUSES),
  )
  for (const place of pois) {
    const [text, kind, lat, lng] = Array.isArray(place) ? place : []
    if (typeof text !== 'string' || typeof kind !== 'string') damaged('a place without a name')
    const name = clean(text)
    const at = { lat: coordinate(lat * UNIT, 'lat'), lng: coordinate(lng * UNIT, 'lng') }
    if (name) found.push({ name, kind, ...at, ends: new Int32Array(0), houses: NO_HOUSES })
  }
  return found
}

function readHouses(street: string, stored: readonly (number | string)[]): Houses {
  if (stored.length % 3 !== 0) damaged(`a house of ${street} without a position`)
  const count = stored.length / 3
  const numbers = new Uint32Array(count)
  const positions = new Int32Array(2 * count)
  const texts = new Map<number, string>()
  let [number, lat, lng] = [0, 0, 0]
  for (let n = 0; n < count; n++) {
    const [value, north, east] = stored.slice(3 * n, 3 * n + 3) as [number | string, number, number]
    const next = typeof value === 'number' ? number + value : Number.parseInt(value, 10) || 0
    if (!(Number.isInteger(next) && next >= number && next <= LARGEST_NUMBER))
      damaged(`house numbers of ${street} are not in order`)
    if (typeof value === 'string') texts.set(n, value)
    number = next
    lat += north
    lng += east
    numbers[n] = number
    positions[2 * n] = coordinate(lat * UNIT, 'lat')
    positions[2 * n + 1] = coordinate(lng * UNIT, 'lng')
  }
  return { numbers, positions, texts }
}

function clean(name: string): string {
  return name
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
}

/** About 600 m; pieces in squares that touch are of one street. */
const SQUARE = 5500
const SQUARES_ROUND_THE_EARTH = 100_000

const squareOf = (lat: number, lng: number) =>
  Math.floor(lat / SQUARE) * SQUARES_ROUND_THE_EARTH + Math.floor(lng / SQUARE)

/** Streets of the same name in different towns. */
function separateStreets(
  name: string,
  roads: RoadList | null,
  own: readonly number[],
  houses: Houses,
) {
  const groups = new Map<number, number>()
  const { points, pointsFrom } = roads ?? {
    points: new Int32Array(0),
    pointsFrom: new Uint32Array(0),
  }
  for (const road of own) {
    for (let n = 2 * pointsFrom[road]!; n < 2 * pointsFrom[road + 1]! - 2; n += 2) {
      const [lat, lng] = [points[n]!, points[n + 1]!]
      const [north, east] = [points[n + 2]! - lat, points[n + 3]! - lng]
      const steps = Math.ceil(Math.max(Math.abs(north), Math.abs(east)) / SQUARE) || 1
      for (let step = 0; step <= steps; step++)
        groups.set(squareOf(lat + (north * step) / steps, lng + (east * step) / steps), -1)
    }
  }
  for (let n = 0; n < houses.numbers.length; n++)
    groups.set(squareOf(houses.positions[2 * n]!, houses.positions[2 * n + 1]!), -1)
  let count = 0
  for (const [first, known] of groups) {
    if (known >= 0) continue
    const found = [first]
    groups.set(first, count)
    for (const square of found) {
      for (const row of [-1, 0, 1].map((step) => square + step * SQUARES_ROUND_THE_EARTH))
        for (const beside of [row - 1, row, row + 1]) {
          if (groups.get(beside) !== -1) continue
          groups.set(beside, count)
          found.push(beside)
        }
    }
    count++
  }
  const groupAt = (positions: Int32Array, n: number) =>
    groups.get(squareOf(positions[2 * n]!, positions[2 * n + 1]!))
  return Array.from({ length: count }, (_, group): Entity => {
    const part =
      count === 1 ? houses : housesOf(houses, (n) => groupAt(houses.positions, n) === group)
    const lines =
      count === 1 ? own : own.filter((road) => groupAt(points, pointsFrom[road]!) === group)
    const ends = lines.flatMap((road) => {
      const [begin, end] = [2 * pointsFrom[road]!, 2 * pointsFrom[road + 1]! - 2]
      return [points[begin]!, points[begin + 1]!, points[end]!, points[end + 1]!]
    })
    const drawn = lines.flatMap((road) => [
      ...points.subarray(2 * pointsFrom[road]!, 2 * pointsFrom[road + 1]!),
    ])
    return {
      name,
      kind: 'street',
      ...middleOf(drawn.length > 0 ? drawn : part.positions),
      ends: Int32Array.from(ends),
      houses: part,
    }
  })
}

function housesOf({ numbers, positions, texts }: Houses, isMeant: (n: number) => boolean): Houses {
  const kept = [...numbers.keys()].filter(isMeant)
  return {
    numbers: Uint32Array.from(kept, (n) => numbers[n]!),
    positions: Int32Array.from(kept.flatMap((n) => [positions[2 * n]!, positions[2 * n + 1]!])),
    texts: new Map(kept.flatMap((n, at) => (texts.has(n) ? [[at, texts.get(n)!] as const] : []))),
  }
}

/** The point of the street nearest to its middle. */
function middleOf(points: ArrayLike<number>): { lat: number; lng: number } {
  const count = points.length / 2
  let [lat, lng] = [0, 0]
  for (let n = 0; n < count; n++) {
    lat += points[2 * n]! / count
    lng += points[2 * n + 1]! / count
  }
  const far = (n: number) => metresBetween(lat, lng, points[2 * n]!, points[2 * n + 1]!)
  let best = 0
  for (let n = 1; n < count; n++) if (far(n) < far(best)) best = n
  return { lat: points[2 * best]!, lng: points[2 * best + 1]! }
}
