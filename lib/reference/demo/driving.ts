import { hash } from '@/lib/reference/hash'
import type { Offset } from './streets'

/** Traffic lights: 8 s of standing after every 40 s of driving. */
const DRIVE_SECONDS = 40
const STOP_SECONDS = 8

/** Least share of a trip's time spent driving. */
const DRIVING_SHARE = DRIVE_SECONDS / (DRIVE_SECONDS + STOP_SECONDS)

/** A trip of a vehicle: it waits, drives and stands until the next one. Its number follows from the clock. */
export interface ScheduledTrip {
  readonly number: number
  readonly tripSeconds: number
  /** Seconds since its start, which is in seconds since 1970. */
  readonly into: number
  readonly beganAt: number
  readonly delaySeconds: number
  /** Random bits for its other properties. */
  readonly luck: number
}

export function tripAt(seed: number, index: number, seconds: number): ScheduledTrip {
  const habits = hash(seed, index, 21)
  const tripSeconds = 300 + (habits % 180)
  const phase = (habits >>> 9) % tripSeconds
  const number = Math.floor((seconds - phase) / tripSeconds)
  const into = seconds - phase - number * tripSeconds
  const luck = hash(seed, index, number)
  return { number, tripSeconds, into, beganAt: seconds - into, delaySeconds: ((luck >>> 8) & 63) % 40, luck }
}

/** Longest driving time of a trip, stops left out, so that it ends before the next one begins. */
export const drivingSecondsOf = ({ tripSeconds, delaySeconds }: ScheduledTrip): number =>
  DRIVING_SHARE * (tripSeconds - delaySeconds - 5)

/** Metres driven `seconds` after setting off. */
export function metresDriven(seconds: number, metresPerSecond: number): number {
  const cycle = DRIVE_SECONDS + STOP_SECONDS
  const rounds = Math.floor(seconds / cycle)
  return metresPerSecond * (rounds * DRIVE_SECONDS + Math.min(seconds - rounds * cycle, DRIVE_SECONDS))
}

/** Seconds until `metres` are driven, stops included. */
export function secondsToDrive(metres: number, metresPerSecond: number): number {
  const driving = metres / metresPerSecond
  return driving + Math.floor(driving / DRIVE_SECONDS) * STOP_SECONDS
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
