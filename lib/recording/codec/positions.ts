import type { Position } from '@/lib/interface/resources'
import { placeOf } from './grid'
import { bitsOf, codeNumber, DIGIT_CONTEXTS, LENGTH_CONTEXTS } from './numbers'
import type { BitCoder, Probabilities } from './range-coder'
import type { Slots } from './slots'
import type { Json } from './values'

/** Situations are told apart by sizes up to this many bits. */
const SIZES = 12

/** To a vehicle's first position, long after its last one, after standing, after one other move, or after several. */
export const MOVE = { first: -1, leap: 0, start: 1, second: 2, next: 3 } as const
export type MoveKind = (typeof MOVE)[keyof typeof MOVE]
const PHASES = 4

/**
 * Positions, each coded by how it differs from going on as before. Along a street only the distance differs, so that of two
 * coordinates one follows from the other.
 */
export class PositionCoder {
  readonly #coder: BitCoder
  readonly #grid: number
  readonly #main: number
  readonly #minor: number
  readonly #digits: number
  readonly #first: number
  #lastLat = 0
  #lastLng = 0

  constructor(coder: BitCoder, probabilities: Probabilities) {
    this.#coder = coder
    this.#grid = probabilities.take(2)
    this.#main = probabilities.take(PHASES * SIZES * SIZES * LENGTH_CONTEXTS)
    this.#minor = probabilities.take(PHASES * SIZES * SIZES * LENGTH_CONTEXTS)
    this.#digits = probabilities.take(2 * DIGIT_CONTEXTS)
    this.#first = probabilities.take(LENGTH_CONTEXTS + DIGIT_CONTEXTS)
  }

  /** @returns false for a position that is not on the grid, which the columns do not get */
  code(slots: Slots, at: number, position: Json | undefined, kind: MoveKind): boolean {
    const place = position === undefined ? null : placeOf(position, slots.scale)
    if (this.#coder.bit(this.#grid + (kind === MOVE.first ? 1 : 0), place ? 1 : 0) === 0) return false
    if (kind === MOVE.first) {
      slots.lats[at] = this.#lastLat += this.#codeFirst(place ? place.lat - this.#lastLat : 0)
      slots.lngs[at] = this.#lastLng += this.#codeFirst(place ? place.lng - this.#lastLng : 0)
    } else this.#codeMove(slots, at, place, kind)
    return true
  }

  #codeFirst(value: number): number {
    return codeNumber(this.#coder, this.#first, this.#first + LENGTH_CONTEXTS, value)
  }

  #codeMove(slots: Slots, at: number, place: Position | null, phase: number): void {
    const { habits } = slots
    const northBefore = habits.norths[at]!
    const eastBefore = habits.easts[at]!
    const isNorthMain = Math.abs(northBefore) >= Math.abs(eastBefore)
    const mainBefore = isNorthMain ? northBefore : eastBefore
    const minorBefore = isNorthMain ? eastBefore : northBefore
    const mains = isNorthMain ? slots.lats : slots.lngs
    const minors = isNorthMain ? slots.lngs : slots.lats
    const mainNow = place && (isNorthMain ? place.lat : place.lng)
    const minorNow = place && (isNorthMain ? place.lng : place.lat)
    const minorSizeBefore = Math.min(habits.minorSizes[at]!, SIZES - 1)
    const situation = SIZES * phase + Math.min(habits.mainSizes[at]!, SIZES - 1)
    const lengths = this.#main + (situation * SIZES + minorSizeBefore) * LENGTH_CONTEXTS
    const mainGiven = mainNow === null ? 0 : mainNow - mains[at]! - mainBefore
    const mainError = codeNumber(this.#coder, lengths, this.#digits, mainGiven)
    const main = mainBefore + mainError
    const minorGuess = mainBefore === 0 ? 0 : Math.round((main * minorBefore) / mainBefore)
    const mainSize = bitsOf(Math.abs(mainError))
    const minorSituation = SIZES * phase + Math.min(mainSize, SIZES - 1)
    const minorLengths = this.#minor + (minorSituation * SIZES + minorSizeBefore) * LENGTH_CONTEXTS
    const minorDigits = this.#digits + DIGIT_CONTEXTS
    const minorGiven = minorNow === null ? 0 : minorNow - minors[at]! - minorGuess
    const minorError = codeNumber(this.#coder, minorLengths, minorDigits, minorGiven)
    const minor = minorGuess + minorError
    mains[at]! += main
    minors[at]! += minor
    // After a leap nothing is known of its way.
    if (phase === MOVE.leap) return
    habits.norths[at] = isNorthMain ? main : minor
    habits.easts[at] = isNorthMain ? minor : main
    habits.mainSizes[at] = mainSize
    habits.minorSizes[at] = bitsOf(Math.abs(minorError))
  }
}
