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

/** Numbers of one house in two places farther apart than this are two houses. */
const SAME_HOUSE_METRES = 50
/** Farther apart, the neighbours are offered too. */
const UNSURE_METRES = 60
const HOUSES_MAXIMUM = 3

/** Where a number may be on a street, the likeliest first. @param text "1234", "1234 bis" */
export function findHouses(index: PlaceIndex, street: number, text: string): House[] {
  const { houseStarts, houseNumbers } = index
  const asked = Number(/\d+/.exec(text)?.[0] ?? Number.NaN)
  const [start, end] = [houseStarts[street]!, houseStarts[street + 1]!]
  if (Number.isNaN(asked) || start === end) return []
  const at = lowerBound(houseNumbers, start, end, asked)
  const same = sameNumber(index, at, end, asked, text)
  if (same.length > 0) return same
  const between = interpolated(index, start, end, at, asked)
  return between.length > 0 ? between : nearest(index, start, end, at, asked)
}

/** Houses of exactly this text, or else of the same number. */
function sameNumber(index: PlaceIndex, at: number, end: number, asked: number, text: string): House[] {
  const { houseNumbers, houseTexts } = index
  const found: { house: House; isExact: boolean }[] = []
  for (let house = at; house < end && houseNumbers[house] === asked; house++) {
    const isExact = compact(houseTexts.get(house) ?? String(asked)) === compact(text)
    found.push({ house: known(index, house, false), isExact })
  }
  found.sort((a, b) => Number(b.isExact) - Number(a.isExact))
  const apart: House[] = []
  for (const { house } of found) {
    const isOther = ({ lat, lng }: House) => metresBetween(lat, lng, house.lat, house.lng) > SAME_HOUSE_METRES
    if (apart.length < HOUSES_MAXIMUM && apart.every(isOther)) apart.push(house)
  }
  return apart
}

function compact(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
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
function interpolated(index: PlaceIndex, start: number, end: number, at: number, asked: number): House[] {
  const { houseNumbers } = index
  const isSameSide = (house: number) => houseNumbers[house]! % 2 === asked % 2
  let [low, high] = [at - 1, at]
  while (low >= start && !isSameSide(low)) low--
  while (high < end && !isSameSide(high)) high++
  if (low < start || high >= end || houseNumbers[high]! - houseNumbers[low]! > GAP_NUMBERS) return []
  const [a, b] = [known(index, low, true), known(index, high, true)]
  const metres = metresBetween(a.lat, a.lng, b.lat, b.lng)
  const share = (asked - houseNumbers[low]!) / (houseNumbers[high]! - houseNumbers[low]!)
  const house: House = {
    number: String(asked),
    lat: Math.round(a.lat + (b.lat - a.lat) * share),
    lng: Math.round(a.lng + (b.lng - a.lng) * share),
    between: [a.number, b.number],
    isOther: false,
  }
  const neighbours = share < 0.5 ? [a, b] : [b, a]
  if (metres > GAP_METRES) return neighbours
  return metres > UNSURE_METRES ? [house, ...neighbours] : [house]
}

/** At the end of a street, or beside a gap: the nearest numbers, preferably of the same side. */
function nearest(index: PlaceIndex, start: number, end: number, at: number, asked: number): House[] {
  const { houseNumbers } = index
  const near: { house: number; off: number }[] = []
  for (let house = Math.max(start, at - 20); house < Math.min(end, at + 20); house++) {
    const off = Math.abs(houseNumbers[house]! - asked) + (houseNumbers[house]! % 2 === asked % 2 ? 0 : 4)
    if (off <= NEAREST_NUMBERS) near.push({ house, off })
  }
  return near
    .sort((a, b) => a.off - b.off)
    .slice(0, HOUSES_MAXIMUM)
    .map(({ house }) => known(index, house, true))
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
