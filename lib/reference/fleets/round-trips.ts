import { metresDriven, secondsToDrive } from '@/lib/reference/demo/driving'
import { createStreets, pointAlong, type Staircase, staircaseMetres } from '@/lib/reference/demo/streets'
import { hash } from '@/lib/reference/hash'

/** A trip out and back within 15 minutes, at a bicycle's speed. */
const TRIP_SECONDS = 900
const SPAN = 3
/** Largest distance of a round trip: SPAN blocks of 120 m with the largest offsets, diagonally. */
export const ROUND_TRIP_METRES = 640
const SLOWEST = 3.5
const FASTEST = 6.5

/** Trips that end at their start, so that a vehicle keeps its position of the file. */
export function createRoundTrips(seed: number) {
  const streets = createStreets(seed)
  const way: Staircase = { fromEast: 0, fromNorth: 0, turnEast: 0, toEast: 0, toNorth: 0 }
  /** Offset from the vehicle's position in the file, and seconds since 1970. */
  const result = { offset: { east: 0, north: 0 }, trip: 0, isAway: false, leftAt: 0, backAt: 0 }

  /** @returns one object, overwritten by the next call */
  return function tripAt(index: number, seconds: number) {
    const corner = hash(seed, index, 2) % 10_000
    const phase = hash(seed, index, 3) % TRIP_SECONDS
    const trip = Math.floor((seconds - phase) / TRIP_SECONDS)
    const beganAt = trip * TRIP_SECONDS + phase
    const luck = hash(seed + 1, index, trip)
    const east = (luck % (2 * SPAN + 1)) - SPAN
    const north = ((luck >>> 5) % (2 * SPAN + 1)) - SPAN
    // Each vehicle starts at a crossing of its part of the lattice.
    way.turnEast =
      streets.avenue(corner + Math.round((east * ((luck >>> 10) & 15)) / 15)) - streets.avenue(corner)
    way.toEast = streets.avenue(corner + east) - streets.avenue(corner)
    way.toNorth = streets.street(corner + north) - streets.street(corner)

    const metres = staircaseMetres(way)
    const speed = SLOWEST + ((luck >>> 14) / 0x4_0000) * (FASTEST - SLOWEST)
    const driven = metresDriven(Math.max(0, seconds - beganAt - ((luck >>> 8) % 120)), speed)
    // Beyond the far end, the same way back.
    const fromHome = Math.max(0, Math.min(driven, 2 * metres - driven))
    result.leftAt = beganAt + ((luck >>> 8) % 120)
    result.backAt = result.leftAt + Math.ceil(secondsToDrive(2 * metres, speed))
    result.trip = trip
    result.isAway = seconds >= result.leftAt && seconds < result.backAt
    pointAlong(way, result.isAway ? fromHome : 0, result.offset)
    streets.turn(result.offset)
    return result
  }
}
