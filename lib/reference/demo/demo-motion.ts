import { hash } from '@/lib/reference/hash'
import {
  drivingSecondsOf,
  metresDriven,
  pointAlong,
  type Staircase,
  secondsToDrive,
  staircaseMetres,
  tripAt,
} from './driving'
import { BLOCK_METRES, type Offset, type Streets } from './streets'

/** Streets from home at most, each way. */
const SPAN = 5
/** The furthest corner of that, with the lattice's irregularity; see streets.ts. */
export const TERRITORY_METRES = Math.SQRT2 * (SPAN + 0.6) * BLOCK_METRES
const KMH = 1 / 3.6
const SLOWEST = 15 * KMH
const FASTEST = 45 * KMH

/** Activity and place of a vehicle at one instant. */
export interface Doing {
  offset: Offset
  /** Number of the current trip. */
  trip: number
  isDriving: boolean
  /** Start of this trip and end of its driving, in seconds since 1970. */
  beganAt: number
  arrivesAt: number
}

/**
 * Drives from crossing to crossing and waits there for the rest of the trip. Both ends follow from (vehicle, trip
 * number), and the number from the clock, so that no state is kept.
 */
export function createDemoMotion(
  seed: number,
  streets: Streets,
  homeColumns: Int32Array,
  homeRows: Int32Array,
) {
  const way: Staircase = { fromEast: 0, fromNorth: 0, turnEast: 0, toEast: 0, toNorth: 0 }
  const doing: Doing = { offset: { east: 0, north: 0 }, trip: 0, isDriving: false, beganAt: 0, arrivesAt: 0 }
  /** Streets from home, from the two halves of a hash. */
  const eastSteps = (bits: number) => ((bits & 0xffff) % (2 * SPAN + 1)) - SPAN
  const northSteps = (bits: number) => ((bits >>> 16) % (2 * SPAN + 1)) - SPAN

  /** @returns one object, overwritten by the next call */
  return function doingAt(index: number, seconds: number): Doing {
    const trip = tripAt(seed, index, seconds)
    const { into, beganAt, delaySeconds, luck } = trip
    const from = hash(seed + 22, index, trip.number)
    const to = hash(seed + 22, index, trip.number + 1)
    const fromColumn = homeColumns[index]! + eastSteps(from)
    const toColumn = homeColumns[index]! + eastSteps(to)
    const turnColumn = fromColumn + Math.round((toColumn - fromColumn) * ((luck & 255) / 255))
    way.fromEast = streets.avenue(fromColumn)
    way.turnEast = streets.avenue(turnColumn)
    way.toEast = streets.avenue(toColumn)
    way.fromNorth = streets.street(homeRows[index]! + northSteps(from))
    way.toNorth = streets.street(homeRows[index]! + northSteps(to))

    const metres = staircaseMetres(way)
    // Longer trips are driven faster to end in time; the territory's span keeps them below FASTEST.
    const neededSpeed = metres / drivingSecondsOf(trip)
    const speed = Math.max(SLOWEST + ((luck >>> 14) / 0x4_0000) * (FASTEST - SLOWEST), neededSpeed)
    pointAlong(way, Math.min(metres, metresDriven(Math.max(0, into - delaySeconds), speed)), doing.offset)
    streets.turn(doing.offset)
    doing.trip = trip.number
    doing.beganAt = beganAt
    doing.arrivesAt = beganAt + delaySeconds + Math.ceil(secondsToDrive(metres, speed))
    doing.isDriving = into >= delaySeconds && seconds < doing.arrivesAt
    return doing
  }
}
