import { metresBetween } from '@/lib/city/geometry'
import type { Houses } from './street-index'

export interface House {
  readonly number: string
  readonly lat: number
  readonly lng: number
  /** Neighbours between which the position was interpolated. */
  readonly between: readonly [string, string] | null
  /** Another number than the one that was asked for. */
  readonly isOther: boolean
  /** So far off that the street may be another one. */
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

/** Added to the distance of a number on the other side of the street. */
const OTHER_SIDE_NUMBERS = 4

/** Where a number may be on a street, the likeliest first. @param text "1234", "1234 bis" */
export function findHouses({ numbers, positions, texts }: Houses, text: string): House[] {
  const [digits] = /\d+/.exec(text) ?? []
  if (digits === undefined) return []
  if (numbers.length === 0) return []
  const sought = Number(digits)

  const isSameSide = (n: number) => numbers[n]! % 2 === sought % 2
  const houseAt = (n: number, isOther: boolean): House => ({
    number: texts.get(n) ?? String(numbers[n]),
    lat: positions[2 * n]!,
    lng: positions[2 * n + 1]!,
    between: null,
    isOther,
  })
  const firstNotBelow = numbers.findIndex((number) => number >= sought)
  const start = firstNotBelow < 0 ? numbers.length : firstNotBelow

  /** Houses of exactly this text, then of the same number. */
  function sameNumber(): House[] {
    const found: House[] = []
    for (let n = start; numbers[n] === sought; n++) found.push(houseAt(n, false))

    const isExact = ({ number }: House) => compact(number) === compact(text)
    found.sort((a, b) => Number(isExact(b)) - Number(isExact(a)))

    const distinct: House[] = []
    for (const house of found) {
      const isDistinct = distinct.every((known) => metresApart(known, house) > SAME_HOUSE_METRES)
      if (isDistinct) distinct.push(house)
    }
    return distinct.slice(0, HOUSES_MAXIMUM)
  }

  /** Between the next lower and higher number of the same side of the street. */
  function interpolated(): House[] {
    let low = start - 1
    let high = start
    while (low >= 0 && !isSameSide(low)) low--
    while (high < numbers.length && !isSameSide(high)) high++
    if (low < 0 || high >= numbers.length) return []
    const gapNumbers = numbers[high]! - numbers[low]!
    if (gapNumbers > GAP_NUMBERS) return []

    const lower = houseAt(low, true)
    const higher = houseAt(high, true)
    const share = (sought - numbers[low]!) / gapNumbers
    const neighbours = share < 0.5 ? [lower, higher] : [higher, lower]
    const gapMetres = metresApart(lower, higher)
    if (gapMetres > GAP_METRES) return neighbours

    const house: House = {
      number: String(sought),
      lat: Math.round(lower.lat + (higher.lat - lower.lat) * share),
      lng: Math.round(lower.lng + (higher.lng - lower.lng) * share),
      between: [lower.number, higher.number],
      isOther: false,
    }
    return gapMetres > UNSURE_METRES ? [house, ...neighbours] : [house]
  }

  /** At the end of a street, or beside a gap: the nearest numbers, preferably of the same side. */
  function nearest(): House[] {
    const distanceOf = (n: number) => {
      const difference = Math.abs(numbers[n]! - sought)
      return isSameSide(n) ? difference : difference + OTHER_SIDE_NUMBERS
    }
    const byDistance = [...numbers.keys()].sort((a, b) => distanceOf(a) - distanceOf(b))
    const near = byDistance.filter((n) => distanceOf(n) <= NEAREST_NUMBERS)
    if (near.length === 0) {
      const nearest = houseAt(byDistance[0]!, true)
      return [{ ...nearest, isFar: true }]
    }
    const offered = near.slice(0, HOUSES_MAXIMUM)
    return offered.map((n) => houseAt(n, true))
  }

  const housesOfNumber = sameNumber()
  if (housesOfNumber.length > 0) return housesOfNumber
  const housesBetween = interpolated()
  if (housesBetween.length > 0) return housesBetween
  return nearest()
}

function metresApart(a: House, b: House): number {
  return metresBetween(a.lat, a.lng, b.lat, b.lng)
}

function compact(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
