import { unit } from './hash'

/** East and north of the fleet's origin, in metres. */
export interface Offset {
  east: number
  north: number
}

export interface Streets {
  /** Where a line of the lattice runs, in metres along its own axis. */
  avenue(column: number): number
  street(row: number): number
  /** From the lattice's turned axes to east and north; in place. */
  turn(point: Offset): void
}

/** Mean distance of two parallel streets, metres. */
export const BLOCK_METRES = 120
/** A street lies at most this much of a block off its even place, so two never touch or cross. */
const IRREGULARITY = 0.3

/** Straight, unevenly spaced streets at right angles, turned a little off north as most towns are. */
export function createStreets(seed: number): Streets {
  const angle = ((6 + 20 * unit(seed, 1)) * Math.PI) / 180
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  const line = (n: number, axis: number) => BLOCK_METRES * (n + IRREGULARITY * (2 * unit(seed, n, axis) - 1))
  return {
    avenue: (column) => line(column, 11),
    street: (row) => line(row, 12),
    turn(point) {
      const { east, north } = point
      point.east = east * cos - north * sin
      point.north = east * sin + north * cos
    },
  }
}
