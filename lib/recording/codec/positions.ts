import { placeOf } from './grid'
import { bitsOf, codeNumber, DIGIT_CONTEXTS, LENGTH_CONTEXTS } from './numbers'
import type { BitCoder, Probabilities } from './range-coder'
import type { Slots } from './slots'

/** Situations are told apart by sizes up to this many bits. */
const SIZES = 12

/** To a vehicle's first position, long after its last one, after standing, after one other move, or after several. */
export type MoveKind = 'first' | 'leap' | 'start' | 'second' | 'next'
const PHASE = { first: 0, leap: 0, start: 1, second: 2, next: 3 }
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
  code(slots: Slots, at: number, position: unknown, kind: MoveKind): boolean {
    const isNew = kind === 'first'
    const place = placeOf(position, slots.scale)
    if (this.#coder.bit(this.#grid + (isNew ? 1 : 0), place ? 1 : 0) === 0) return false
    const lat = place === null ? 0 : place.lat
    const lng = place === null ? 0 : place.lng
    if (isNew) {
      slots.lats[at] = this.#lastLat += this.#codeFirst(lat - this.#lastLat)
      slots.lngs[at] = this.#lastLng += this.#codeFirst(lng - this.#lastLng)
    } else this.#codeMove(slots, at, lat - slots.lats[at]!, lng - slots.lngs[at]!, PHASE[kind])
    return true
  }

  #codeFirst(value: number): number {
    return codeNumber(this.#coder, this.#first, this.#first + LENGTH_CONTEXTS, value)
  }

  #codeMove(slots: Slots, at: number, north: number, east: number, phase: number): void {
    const [northBefore, eastBefore] = [slots.norths[at]!, slots.easts[at]!]
    const isNorthMain = Math.abs(northBefore) >= Math.abs(eastBefore)
    const mainBefore = isNorthMain ? northBefore : eastBefore
    const minorBefore = isNorthMain ? eastBefore : northBefore
    const minorSizeBefore = Math.min(slots.minorSizes[at]!, SIZES - 1)
    const situation = SIZES * phase + Math.min(slots.mainSizes[at]!, SIZES - 1)
    const lengths = this.#main + (situation * SIZES + minorSizeBefore) * LENGTH_CONTEXTS
    const mainNow = isNorthMain ? north : east
    const mainError = codeNumber(this.#coder, lengths, this.#digits, mainNow - mainBefore)
    const main = mainBefore + mainError
    const minorGuess = mainBefore === 0 ? 0 : Math.round((main * minorBefore) / mainBefore)
    const mainSize = bitsOf(Math.abs(mainError))
    const minorSituation = SIZES * phase + Math.min(mainSize, SIZES - 1)
    const minorLengths = this.#minor + (minorSituation * SIZES + minorSizeBefore) * LENGTH_CONTEXTS
    const minorDigits = this.#digits + DIGIT_CONTEXTS
    const minorNow = isNorthMain ? east : north
    const minorError = codeNumber(this.#coder, minorLengths, minorDigits, minorNow - minorGuess)
    const minor = minorGuess + minorError
    slots.lats[at]! += isNorthMain ? main : minor
    slots.lngs[at]! += isNorthMain ? minor : main
    // After a leap nothing is known of its way.
    if (phase === PHASE.leap) return
    slots.norths[at] = isNorthMain ? main : minor
    slots.easts[at] = isNorthMain ? minor : main
    slots.mainSizes[at] = mainSize
    slots.minorSizes[at] = bitsOf(Math.abs(minorError))
  }
}
