import { hash } from '@/lib/reference/hash'

/** Traffic lights: 8 s of standing after every 40 s of driving. */
const DRIVE_SECONDS = 40
const STOP_SECONDS = 8

/** Least share of a trip's time spent driving. */
const DRIVING_SHARE = DRIVE_SECONDS / (DRIVE_SECONDS + STOP_SECONDS)

type ScheduledTrip = ReturnType<typeof tripAt>

/**
 * A trip of a vehicle: it waits, drives and stands until the next one. Its
 * number follows from the clock.
 * @returns its beginning in seconds since 1970, the seconds since then, and random
 * bits for its other properties
 */
export function tripAt(seed: number, index: number, seconds: number) {
  const habits = hash(seed, index, 21)
  const tripSeconds = 300 + (habits % 180)
  const phase = (habits >>> 9) % tripSeconds
  const number = Math.floor((seconds - phase) / tripSeconds)
  const into = seconds - phase - number * tripSeconds
  const luck = hash(seed, index, number)
  return {
    number,
    tripSeconds,
    into,
    beganAt: seconds - into,
    delaySeconds: ((luck >>> 8) & 63) % 40,
    luck,
  }
}

/**
 * How far a trip has come; `length` and `perSecond` are in the same unit.
 * @param perSecond speed, unless the trip has to be faster to end before the next one begins
 */
export function progressOf(
  { into, beganAt, delaySeconds, tripSeconds }: ScheduledTrip,
  length: number,
  perSecond: number,
) {
  const longestSeconds = DRIVING_SHARE * (tripSeconds - delaySeconds - 5)
  const speed = Math.max(perSecond, length / longestSeconds)
  const seconds = Math.ceil(secondsToDrive(length, speed))
  return {
    driven: Math.min(length, metresDriven(Math.max(0, into - delaySeconds), speed)),
    arrivesAt: beganAt + delaySeconds + seconds,
    isDriving: into >= delaySeconds && into < delaySeconds + seconds,
  }
}

/** Metres driven `seconds` after setting off. */
export function metresDriven(seconds: number, metresPerSecond: number): number {
  const cycle = DRIVE_SECONDS + STOP_SECONDS
  const rounds = Math.floor(seconds / cycle)
  return (
    metresPerSecond * (rounds * DRIVE_SECONDS + Math.min(seconds - rounds * cycle, DRIVE_SECONDS))
  )
}

/** Seconds until `metres` are driven, stops included. */
export function secondsToDrive(metres: number, metresPerSecond: number): number {
  const driving = metres / metresPerSecond
  return driving + Math.floor(driving / DRIVE_SECONDS) * STOP_SECONDS
}
