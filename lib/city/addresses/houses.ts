import KDBush from 'kdbush'
import type { NearPlace } from '@/lib/api/contract/places'
import { METRES_PER_MILLIONTH, metresBetween, metresPerLng } from '@/lib/city/geometry'
import type { RoadGraph } from '@/lib/city/roads/graph'
import type { Position } from '@/lib/interface/resources'
import type { Entity, Houses } from './street-index'
import { shortName } from './words'

export interface House {
  readonly number: string
  readonly lat: number
  readonly lng: number
  /** Neighbours between which the position was interpolated. */
  readonly between: readonly [string, string] | null
  /** Another number than the one that was asked for. */
  readonly isOther: boolean
  /** So far off that the street need not be the one that is meant. */
  readonly isFar?: boolean
}

/** Neighbours farther apart than these say little. */
const GAP_METRES = 400
const GAP_NUMBERS = 400
/** Numbers that are no farther off stand for one that is missing at a street's end. */
const NEAREST_NUMBERS = 60
/** Numbers of one house in two places farther apart than this are two houses. */
const SAME_HOUSE_METRES = 50
/** Farther apart, the neighbours are offered too. */
const UNSURE_METRES = 60
const HOUSES_MAXIMUM = 3

/** Where a number may be on a street, the likeliest first. @param text "1234", "1234 bis" */
export function findHouses({ numbers, positions, texts }: Houses, text: string): House[] {
  const asked = Number(/\d+/.exec(text)?.[0] ?? Number.NaN)
  if (Number.isNaN(asked) || numbers.length === 0) return []
  const isSameSide = (n: number) => numbers[n]! % 2 === asked % 2
  const houseAt = (n: number, isOther: boolean): House => ({
    number: texts.get(n) ?? String(numbers[n]),
    lat: positions[2 * n]!,
    lng: positions[2 * n + 1]!,
    between: null,
    isOther,
  })
  const next = numbers.findIndex((number) => number >= asked)
  const at = next < 0 ? numbers.length : next

  /** Houses of exactly this text, then of the same number. */
  function sameNumber(): House[] {
    const found: House[] = []
    for (let n = at; numbers[n] === asked; n++) found.push(houseAt(n, false))
    const isExact = ({ number }: House) => Number(compact(number) === compact(text))
    const apart: House[] = []
    for (const house of found.sort((a, b) => isExact(b) - isExact(a)))
      if (apart.every((other) => metresApart(other, house) > SAME_HOUSE_METRES)) apart.push(house)
    return apart.slice(0, HOUSES_MAXIMUM)
  }

  /** Between the next lower and higher number of the same side of the street. */
  function interpolated(): House[] {
    let [low, high] = [at - 1, at]
    while (low >= 0 && !isSameSide(low)) low--
    while (high < numbers.length && !isSameSide(high)) high++
    if (low < 0 || high >= numbers.length || numbers[high]! - numbers[low]! > GAP_NUMBERS) return []
    const [a, b] = [houseAt(low, true), houseAt(high, true)]
    const share = (asked - numbers[low]!) / (numbers[high]! - numbers[low]!)
    const house: House = {
      number: String(asked),
      lat: Math.round(a.lat + (b.lat - a.lat) * share),
      lng: Math.round(a.lng + (b.lng - a.lng) * share),
      between: [a.number, b.number],
      isOther: false,
    }
    const neighbours = share < 0.5 ? [a, b] : [b, a]
    const metres = metresApart(a, b)
    if (metres > GAP_METRES) return neighbours
    return metres > UNSURE_METRES ? [house, ...neighbours] : [house]
  }

  /** At the end of a street, or beside a gap: the nearest numbers, preferably of the same side. */
  function nearest(): House[] {
    const off = (n: number) => Math.abs(numbers[n]! - asked) + (isSameSide(n) ? 0 : 4)
    const byNumber = [...numbers.keys()].sort((a, b) => off(a) - off(b))
    const near = byNumber.filter((n) => off(n) <= NEAREST_NUMBERS).slice(0, HOUSES_MAXIMUM)
    if (near.length > 0) return near.map((n) => houseAt(n, true))
    return byNumber.slice(0, 1).map((n) => ({ ...houseAt(n, true), isFar: true }))
  }

  for (const way of [sameNumber, interpolated]) {
    const found = way()
    if (found.length > 0) return found
  }
  return nearest()
}

const metresApart = (a: House, b: House) => metresBetween(a.lat, a.lng, b.lat, b.lng)

function compact(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

const HOUSE_METRES = 60
const STREET_METRES = 100

/** The address within 60 m, else the street within 100 m, nearest to a position. */
export function createNearPlace(entities: readonly Entity[], graph: RoadGraph | null) {
  const streets = entities.filter(({ houses }) => houses.numbers.length > 0)
  const starts = new Uint32Array(streets.length + 1)
  streets.forEach(({ houses }, n) => {
    starts[n + 1] = starts[n]! + houses.numbers.length
  })
  const count = starts.at(-1)!
  const streetOf = new Uint32Array(count)
  const tree = new KDBush(count, 64, Int32Array)
  streets.forEach(({ houses: { positions } }, n) => {
    streetOf.fill(n, starts[n], starts[n + 1])
    for (let at = 0; at < positions.length; at += 2) tree.add(positions[at]!, positions[at + 1]!)
  })
  // An empty tree cannot be finished.
  if (count > 0) tree.finish()

  function nearestHouse(lat: number, lng: number): NearPlace | null {
    if (count === 0) return null
    const north = HOUSE_METRES / METRES_PER_MILLIONTH
    const east = HOUSE_METRES / Math.max(0.001, metresPerLng(lat))
    let best: { house: number; metres: number } | null = null
    for (const house of tree.range(lat - north, lng - east, lat + north, lng + east)) {
      const { positions } = streets[streetOf[house]!]!.houses
      const at = 2 * (house - starts[streetOf[house]!]!)
      const metres = metresBetween(lat, lng, positions[at]!, positions[at + 1]!)
      if (metres > (best?.metres ?? HOUSE_METRES)) continue
      // Of several numbers of one house, the lowest.
      if (!best || metres < best.metres || house < best.house) best = { house, metres }
    }
    if (!best) return null
    const { name, houses } = streets[streetOf[best.house]!]!
    const n = best.house - starts[streetOf[best.house]!]!
    const number = houses.texts.get(n) ?? houses.numbers[n]
    return { name: `${shortName(name)} ${number}`, distanceMetres: Math.round(best.metres) }
  }

  return ({ lat, lng }: Position): NearPlace | null => {
    const at = [lat * 1e6, lng * 1e6] as const
    const house = nearestHouse(...at)
    if (house || !graph) return house
    const name = (road: number) => graph.names[graph.name[road]!]!
    const found = graph.nearest(...at, STREET_METRES, (road) => name(road) !== '')
    return found && { name: shortName(name(found.road)), distanceMetres: Math.round(found.metres) }
  }
}
