import { metresBetween, type PlaceIndex } from '@/lib/places/place-index'

/** Where a house number is on a street. */
export interface House {
  readonly number: string
  readonly lat: number
  readonly lng: number
  /** Neighbours between which the position was interpolated. */
  readonly between: readonly [string, string] | null
  /** Another number than the one that was asked for. */
  readonly isOther: boolean
}

/** Neighbours farther apart than these say little. */
const GAP_METRES = 400
const GAP_NUMBERS = 400
/** Numbers that are no farther off stand for one that is missing at a street's end. */
const NEAREST_NUMBERS = 60

/** @param text "1234", "1234 bis" */
export function findHouse(index: PlaceIndex, street: number, text: string): House | null {
  const { houseStarts, houseNumbers, houseTexts } = index
  const asked = Number(/\d+/.exec(text)?.[0] ?? Number.NaN)
  const [start, end] = [houseStarts[street]!, houseStarts[street + 1]!]
  if (Number.isNaN(asked) || start === end) return null
  const at = lowerBound(houseNumbers, start, end, asked)
  let exact: number | null = null
  for (let house = at; house < end && houseNumbers[house] === asked; house++) {
    const own = houseTexts.get(house)
    if ((own ?? String(asked)) === text) return known(index, house, false)
    if (exact === null || own === undefined) exact = house
  }
  if (exact !== null) return known(index, exact, false)
  return interpolated(index, start, end, at, asked) ?? nearest(index, start, end, at, asked)
}

function known(
  { houseNumbers, housePositions, houseTexts }: PlaceIndex,
  house: number,
  isOther: boolean,
): House {
  return {
    number: houseTexts.get(house) ?? String(houseNumbers[house]),
    lat: housePositions[house * 2]!,
    lng: housePositions[house * 2 + 1]!,
    between: null,
    isOther,
  }
}

/** Between the next lower and higher number of the same side of the street. */
function interpolated(
  index: PlaceIndex,
  start: number,
  end: number,
  at: number,
  asked: number,
): House | null {
  const { houseNumbers } = index
  const isSameSide = (house: number) => houseNumbers[house]! % 2 === asked % 2
  let [low, high] = [at - 1, at]
  while (low >= start && !isSameSide(low)) low--
  while (high < end && !isSameSide(high)) high++
  if (low < start || high >= end || houseNumbers[high]! - houseNumbers[low]! > GAP_NUMBERS) return null
  const [a, b] = [known(index, low, true), known(index, high, true)]
  if (metresBetween(a.lat, a.lng, b.lat, b.lng) > GAP_METRES) return null
  const share = (asked - houseNumbers[low]!) / (houseNumbers[high]! - houseNumbers[low]!)
  return {
    number: String(asked),
    lat: Math.round(a.lat + (b.lat - a.lat) * share),
    lng: Math.round(a.lng + (b.lng - a.lng) * share),
    between: [a.number, b.number],
    isOther: false,
  }
}

/** At the end of a street, or beside a gap: the nearest number, preferably of the same side. */
function nearest(index: PlaceIndex, start: number, end: number, at: number, asked: number): House | null {
  const { houseNumbers } = index
  let best: { house: number; off: number } | null = null
  const [first, last] = [Math.max(start, at - 20), Math.min(end, at + 20)]
  for (let house = first; house < last; house++) {
    const off = Math.abs(houseNumbers[house]! - asked) + (houseNumbers[house]! % 2 === asked % 2 ? 0 : 4)
    if (off <= NEAREST_NUMBERS && (!best || off < best.off)) best = { house, off }
  }
  return best && known(index, best.house, true)
}

function lowerBound(numbers: Uint32Array, start: number, end: number, value: number): number {
  let [low, high] = [start, end]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numbers[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
