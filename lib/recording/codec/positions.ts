import type { Position } from '@/lib/interface/resources'
import { bitsOf, codeNumber, DIGIT_CONTEXTS, LENGTH_CONTEXTS } from './numbers'
import type { BitCoder, Probabilities } from './range-coder'

/** Steps per degree. A position that is not on the grid of a chunk is kept as JSON. */
const SCALES = [1e5, 1e6, 1e7, 1e8, 1e10, 1e12, 1e14]
/** Share of positions that must be on the grid. */
const ON_GRID = 0.95
const GRID_MAXIMUM = 2 ** 52
/** Situations are told apart by sizes up to this many bits. */
const SIZES = 12

/** The coarsest grid that nearly all of the positions are on; the finest if none is. */
export function scaleOf(records: readonly { readonly position: Position | null }[]): number {
  const reported = records.flatMap(({ position }) => position ?? [])
  const isFit = (scale: number) =>
    reported.filter((position) => isOnGrid(position, scale)).length >= ON_GRID * reported.length
  return SCALES.find(isFit) ?? SCALES.at(-1)!
}

function isOnGrid(position: unknown, scale: number): position is Position {
  if (typeof position !== 'object' || position === null) return false
  const keys = Object.keys(position)
  const { lat, lng } = position as Position
  return (
    keys.length === 2 && keys[0] === 'lat' && keys[1] === 'lng' && isStep(lat, scale) && isStep(lng, scale)
  )
}

function isStep(degrees: unknown, scale: number): boolean {
  if (typeof degrees !== 'number') return false
  const step = Math.round(degrees * scale)
  return Math.abs(step) < GRID_MAXIMUM && step / scale === degrees
}

/** What is known of a vehicle's way, in steps of the grid. */
export interface Way {
  lat: number
  lng: number
  /** Its last move. */
  north: number
  east: number
  /** Sizes in bits of what was coded last. */
  mainSize: number
  minorSize: number
}

const STANDING = { north: 0, east: 0, mainSize: 0, minorSize: 0 }

export const startOfWay = (): Way => ({ lat: 0, lng: 0, ...STANDING })

/** To its first position, long after its last one, after standing, after one other move, or after several. */
export type MoveKind = 'first' | 'leap' | 'start' | 'second' | 'next'
const PHASE = { first: 0, leap: 0, start: 1, second: 2, next: 3 }
const PHASES = 4

/** Begins its way anew on another grid. */
export function placeOnGrid(way: Way, position: unknown, scale: number): void {
  const { lat, lng } = isOnGrid(position, scale) ? position : { lat: 0, lng: 0 }
  Object.assign(way, STANDING, { lat: Math.round(lat * scale), lng: Math.round(lng * scale) })
}

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

  /**
   * @returns null for a position that is not on the grid
   */
  code(way: Way, position: unknown, scale: number, kind: MoveKind): Position | null {
    const isNew = kind === 'first'
    const onGrid = isOnGrid(position, scale) ? position : null
    if (this.#coder.bit(this.#grid + (isNew ? 1 : 0), onGrid ? 1 : 0) === 0) return null
    const lat = onGrid ? Math.round(onGrid.lat * scale) : 0
    const lng = onGrid ? Math.round(onGrid.lng * scale) : 0
    if (isNew) {
      way.lat = this.#lastLat += this.#codeFirst(lat - this.#lastLat)
      way.lng = this.#lastLng += this.#codeFirst(lng - this.#lastLng)
    } else this.#codeMove(way, lat - way.lat, lng - way.lng, PHASE[kind])
    if (kind === 'leap') Object.assign(way, STANDING)
    return onGrid ?? { lat: way.lat / scale, lng: way.lng / scale }
  }

  #codeFirst(value: number): number {
    return codeNumber(this.#coder, this.#first, this.#first + LENGTH_CONTEXTS, value)
  }

  #codeMove(way: Way, north: number, east: number, phase: number): void {
    const isNorthMain = Math.abs(way.north) >= Math.abs(way.east)
    const [mainBefore, minorBefore] = isNorthMain ? [way.north, way.east] : [way.east, way.north]
    const [mainNow, minorNow] = isNorthMain ? [north, east] : [east, north]
    const situation = SIZES * phase + Math.min(way.mainSize, SIZES - 1)
    const lengths = this.#main + (situation * SIZES + Math.min(way.minorSize, SIZES - 1)) * LENGTH_CONTEXTS
    const mainError = codeNumber(this.#coder, lengths, this.#digits, mainNow - mainBefore)
    const main = mainBefore + mainError
    const minorGuess = mainBefore === 0 ? 0 : Math.round((main * minorBefore) / mainBefore)
    const mainSize = bitsOf(Math.abs(mainError))
    const minorSituation = SIZES * phase + Math.min(mainSize, SIZES - 1)
    const minorLengths =
      this.#minor + (minorSituation * SIZES + Math.min(way.minorSize, SIZES - 1)) * LENGTH_CONTEXTS
    const minorError = codeNumber(
      this.#coder,
      minorLengths,
      this.#digits + DIGIT_CONTEXTS,
      minorNow - minorGuess,
    )
    const minor = minorGuess + minorError
    way.north = isNorthMain ? main : minor
    way.east = isNorthMain ? minor : main
    way.lat += way.north
    way.lng += way.east
    way.mainSize = mainSize
    way.minorSize = bitsOf(Math.abs(minorError))
  }
}
