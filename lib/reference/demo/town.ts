import type { Position } from '@/lib/reference/geo'

/** Activity and place of a vehicle at one instant. */
export interface Doing {
  /** Degrees; at most six decimals, so that search and answer use the same position. */
  position: Position
  /** Number of the current trip. */
  trip: number
  isDriving: boolean
  /** Start of this trip and end of its driving, in seconds since 1970. */
  beganAt: number
  arrivesAt: number
}

/**
 * Where the vehicles of a demo fleet live and drive. Everything follows from (vehicle, instant).
 */
export interface Town {
  readonly name: string
  /** Writes the middle of a vehicle's territory. */
  home(index: number, out: Position): void
  /** Writes the place of a vehicle that never drives. */
  parking(index: number, out: Position): void
  /** Largest distance of a driving vehicle from its home. */
  reachMetres(index: number): number
  /** Its position is overwritten by the next call. */
  doingAt(index: number, seconds: number): Doing
  /**
   * Address at which a trip begins, at that position; the trip before it ends
   * there. Empty where it has none.
   */
  addressAt(index: number, trip: number, position: Position): string
}

/**
 * Where a vehicle lives: most near the middle of a town, some in a ring, some far out.
 * Radius and density grow with the fleet. The numbers are in 0…1, the offset in metres
 * east and north of the centre.
 */
export function homeOffset(
  size: number,
  [ring, distance, angle]: readonly [number, number, number],
) {
  const spread = Math.min(20, Math.max(0.4, (size / 1500) ** 0.4))
  const metres = spread * ringMetres(ring) * Math.sqrt(-2 * Math.log(1 - 0.96 * distance))
  return {
    east: metres * Math.cos(2 * Math.PI * angle),
    north: metres * Math.sin(2 * Math.PI * angle),
  }
}

function ringMetres(ring: number): number {
  if (ring < 0.15) return 1000
  return ring < 0.6 ? 3000 : 6000
}
