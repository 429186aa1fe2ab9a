import { unit } from '@/lib/reference/hash'

/** East and north of the fleet's origin, in metres. */
export interface Offset {
  east: number
  north: number
}

/** Mean distance of two parallel streets, metres. */
export const BLOCK_METRES = 120
/** Largest offset of a street, as a share of a block, so that streets never touch. */
const IRREGULARITY = 0.3
/** A power of two. */
const PERIOD = 1024

/** Straight, unevenly spaced streets at right angles, rotated a little off north. */
export function createStreets(seed: number) {
  const angle = ((6 + 20 * unit(seed, 1)) * Math.PI) / 180
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  // The offsets repeat after a thousand streets, so that they can be cached.
  const unevenness = (axis: number) =>
    Float64Array.from({ length: PERIOD }, (_, n) => IRREGULARITY * (2 * unit(seed, n, axis) - 1))
  const avenues = unevenness(11)
  const streets = unevenness(12)
  return {
    /** Position of a line of the lattice, in metres along its axis. */
    avenue: (column: number) => BLOCK_METRES * (column + avenues[column & (PERIOD - 1)]!),
    street: (row: number) => BLOCK_METRES * (row + streets[row & (PERIOD - 1)]!),
    /** From the lattice's turned axes to east and north; in place. */
    turn(point: Offset) {
      const { east, north } = point
      point.east = east * cos - north * sin
      point.north = east * sin + north * cos
    },
  }
}

/** A way along the streets: east to `turnEast`, north to the end's street, east to the end. */
export interface Staircase {
  fromEast: number
  fromNorth: number
  turnEast: number
  toEast: number
  toNorth: number
}

/** Metres from end to end; `turnEast` lies between the ends. */
export function staircaseMetres(way: Staircase): number {
  return Math.abs(way.toEast - way.fromEast) + Math.abs(way.toNorth - way.fromNorth)
}

/** Point after `metres` of the way, at most its end. */
export function pointAlong(way: Staircase, metres: number, out: Offset): void {
  const first = Math.abs(way.turnEast - way.fromEast)
  const second = first + Math.abs(way.toNorth - way.fromNorth)
  if (metres <= first) {
    out.east = way.fromEast + Math.sign(way.turnEast - way.fromEast) * metres
    out.north = way.fromNorth
  } else if (metres <= second) {
    out.east = way.turnEast
    out.north = way.fromNorth + Math.sign(way.toNorth - way.fromNorth) * (metres - first)
  } else {
    const rest = Math.min(metres - second, Math.abs(way.toEast - way.turnEast))
    out.east = way.turnEast + Math.sign(way.toEast - way.turnEast) * rest
    out.north = way.toNorth
  }
}
