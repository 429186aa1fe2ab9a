import { metresBetween } from '@/lib/city/geometry'
import { coordinate, damaged, unusable } from '@/lib/city/pack'
import type { RoadList } from '@/lib/city/roads/road-list'

/** `addresses.json.gz` as stored: see lib/city/demo/README.md. */
export interface StoredAddresses {
  readonly streets: readonly StoredStreet[]
  readonly pois: readonly StoredPlace[]
}

/** Number, latitude and longitude of each house in turn, as differences to the house before. */
export type StoredStreet = readonly [name: string, houses: readonly (number | string)[]]

/** In hundred-thousandths of a degree. */
export type StoredPlace = readonly [name: string, kind: string, lat: number, lng: number]

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
  const addresses = checkAddresses(json)
  const roadsByName = groupRoads(roads)
  const housesByName = groupHouses(addresses.streets)

  const entities: Entity[] = []
  for (const name of new Set([...roadsByName.keys(), ...housesByName.keys()])) {
    const roadsOfName = roadsByName.get(name) ?? []
    const houses = housesByName.get(name) ?? NO_HOUSES
    entities.push(...separateStreets(name, roads, roadsOfName, houses))
  }
  for (const place of addresses.pois) {
    const entity = readPlace(place)
    if (entity.name) entities.push(entity)
  }
  return entities
}

/** @param json null where there is no file */
function checkAddresses(json: unknown): StoredAddresses {
  const { streets = [], pois = [] } = (json ?? {}) as StoredAddresses
  if (json === null) return { streets, pois }
  const isReadable = Array.isArray(streets) && Array.isArray(pois) && 'streets' in (json as object)
  if (!isReadable) unusable('is not a file of addresses as the command city makes it')
  return { streets, pois }
}

function groupRoads(roads: RoadList | null): Map<string, number[]> {
  const roadsByName = new Map<string, number[]>()
  const names = roads?.names.map(clean) ?? []
  roads?.name.forEach((index, road) => {
    const name = names[index]!
    const known = roadsByName.get(name)
    if (known) known.push(road)
    else if (name) roadsByName.set(name, [road])
  })
  return roadsByName
}

function groupHouses(streets: StoredAddresses['streets']): Map<string, Houses> {
  const housesByName = new Map<string, Houses>()
  for (const street of streets) {
    const [text, numbers] = Array.isArray(street) ? street : []
    if (typeof text !== 'string' || !Array.isArray(numbers)) {
      damaged('a street without a name or numbers')
    }
    const name = clean(text)
    if (name) housesByName.set(name, readHouses(text, numbers))
  }
  return housesByName
}

function readPlace(place: unknown): Entity {
  const [text, kind, lat, lng] = Array.isArray(place) ? place : []
  if (typeof text !== 'string' || typeof kind !== 'string') damaged('a place without a name')
  return {
    name: clean(text),
    kind,
    lat: coordinate(lat * UNIT, 'lat'),
    lng: coordinate(lng * UNIT, 'lng'),
    ends: new Int32Array(0),
    houses: NO_HOUSES,
  }
}

/** @param stored number, latitude and longitude in turn, as differences to the house before */
function readHouses(street: string, stored: readonly (number | string)[]): Houses {
  if (stored.length % 3 !== 0) damaged(`a house of ${street} without a position`)
  const count = stored.length / 3
  const numbers = new Uint32Array(count)
  const positions = new Int32Array(2 * count)
  const texts = new Map<number, string>()
  let number = 0
  let lat = 0
  let lng = 0
  for (let n = 0; n < count; n++) {
    const value = stored[3 * n]!
    const next = typeof value === 'number' ? number + value : Number.parseInt(value, 10) || 0
    const isInOrder = Number.isInteger(next) && next >= number && next <= LARGEST_NUMBER
    if (!isInOrder) damaged(`house numbers of ${street} are not in order`)

    if (typeof value === 'string') texts.set(n, value)
    number = next
    lat += stored[3 * n + 1] as number
    lng += stored[3 * n + 2] as number
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

/** Without a file of roads. */
const NO_POINTS = { points: new Int32Array(0), pointsFrom: new Uint32Array(0) }

/** About 600 m; pieces in squares that touch are of one street. */
const SQUARE = 5500
const SQUARES_ROUND_THE_EARTH = 100_000

interface RoadPoints {
  readonly points: RoadList['points']
  readonly pointsFrom: RoadList['pointsFrom']
}

function squareOf(lat: number, lng: number): number {
  return Math.floor(lat / SQUARE) * SQUARES_ROUND_THE_EARTH + Math.floor(lng / SQUARE)
}

/** Streets of the same name in different towns. */
function separateStreets(
  name: string,
  list: RoadList | null,
  roads: readonly number[],
  houses: Houses,
): Entity[] {
  const roadPoints = list ?? NO_POINTS
  const { points, pointsFrom } = roadPoints
  const squares = squaresOf(roadPoints, roads, houses)
  const { groups, count } = groupSquares(squares)
  if (count === 0) return []
  if (count === 1) return [streetOf(name, roadPoints, roads, houses)]

  const groupAt = (positions: Int32Array, n: number) =>
    groups.get(squareOf(positions[2 * n]!, positions[2 * n + 1]!))
  const streets: Entity[] = []
  for (let group = 0; group < count; group++) {
    const housesOfGroup = filterHouses(houses, (n) => groupAt(houses.positions, n) === group)
    const roadsOfGroup = roads.filter((road) => groupAt(points, pointsFrom[road]!) === group)
    streets.push(streetOf(name, roadPoints, roadsOfGroup, housesOfGroup))
  }
  return streets
}

/** Squares that roads cross, or houses stand in. */
function squaresOf(
  { points, pointsFrom }: RoadPoints,
  roads: readonly number[],
  houses: Houses,
): Set<number> {
  const squares = new Set<number>()
  for (const road of roads) {
    const last = 2 * pointsFrom[road + 1]! - 2
    for (let n = 2 * pointsFrom[road]!; n < last; n += 2) {
      const lat = points[n]!
      const lng = points[n + 1]!
      const north = points[n + 2]! - lat
      const east = points[n + 3]! - lng
      const steps = Math.ceil(Math.max(Math.abs(north), Math.abs(east)) / SQUARE) || 1
      for (let step = 0; step <= steps; step++) {
        squares.add(squareOf(lat + (north * step) / steps, lng + (east * step) / steps))
      }
    }
  }
  for (let n = 0; n < houses.numbers.length; n++) {
    squares.add(squareOf(houses.positions[2 * n]!, houses.positions[2 * n + 1]!))
  }
  return squares
}

/** Numbers groups of squares that touch. */
function groupSquares(squares: ReadonlySet<number>) {
  const groups = new Map<number, number>()
  let count = 0
  for (const first of squares) {
    if (groups.has(first)) continue
    const members = [first]
    groups.set(first, count)
    for (const member of members) {
      for (const neighbour of neighboursOf(member)) {
        if (!squares.has(neighbour) || groups.has(neighbour)) continue
        groups.set(neighbour, count)
        members.push(neighbour)
      }
    }
    count++
  }
  return { groups, count }
}

/** The square itself among them. */
function neighboursOf(square: number): number[] {
  const south = square - SQUARES_ROUND_THE_EARTH
  const north = square + SQUARES_ROUND_THE_EARTH
  return [south, square, north].flatMap((middle) => [middle - 1, middle, middle + 1])
}

function streetOf(
  name: string,
  { points, pointsFrom }: RoadPoints,
  roads: readonly number[],
  houses: Houses,
): Entity {
  const ends: number[] = []
  const drawn: number[] = []
  for (const road of roads) {
    const first = 2 * pointsFrom[road]!
    const last = 2 * pointsFrom[road + 1]! - 2
    ends.push(points[first]!, points[first + 1]!, points[last]!, points[last + 1]!)
    for (const value of points.subarray(first, last + 2)) drawn.push(value)
  }
  const middle = middleOf(drawn.length > 0 ? drawn : houses.positions)
  return {
    name,
    kind: 'street',
    lat: middle.lat,
    lng: middle.lng,
    ends: Int32Array.from(ends),
    houses,
  }
}

function filterHouses({ numbers, positions, texts }: Houses, isKept: (n: number) => boolean) {
  const kept = [...numbers.keys()].filter(isKept)
  const keptPositions = new Int32Array(2 * kept.length)
  const keptTexts = new Map<number, string>()
  kept.forEach((n, index) => {
    keptPositions[2 * index] = positions[2 * n]!
    keptPositions[2 * index + 1] = positions[2 * n + 1]!
    const text = texts.get(n)
    if (text !== undefined) keptTexts.set(index, text)
  })
  return {
    numbers: Uint32Array.from(kept, (n) => numbers[n]!),
    positions: keptPositions,
    texts: keptTexts,
  }
}

/** The point of the street nearest to its middle. */
function middleOf(points: ArrayLike<number>): { lat: number; lng: number } {
  const count = points.length / 2
  let lat = 0
  let lng = 0
  for (let n = 0; n < count; n++) {
    lat += points[2 * n]! / count
    lng += points[2 * n + 1]! / count
  }

  let nearest = 0
  let least = Number.POSITIVE_INFINITY
  for (let n = 0; n < count; n++) {
    const metres = metresBetween(lat, lng, points[2 * n]!, points[2 * n + 1]!)
    if (metres >= least) continue
    nearest = n
    least = metres
  }
  return { lat: points[2 * nearest]!, lng: points[2 * nearest + 1]! }
}
