import type { GapAnswers } from './gaps'

/** §2.1: `2026-05-01T08:30:00.250Z`. */
export function vehicleTime(ms: number): string {
  return new Date(ms).toISOString()
}

/** §2.4: `2026-05-01 08:30:00.250 GMT`. */
export function bookingTime(ms: number): string {
  return `${vehicleTime(ms).replace('T', ' ').slice(0, -1)} GMT`
}

const HOUR_MS = 3_600_000

/** §2.2: `2026-05-01T08:30:00.250+00:00`, or one of the other ways to write a numeric UTC offset. */
export function searchTime(ms: number, spelling: GapAnswers['searchTime']): string {
  const clock = vehicleTime(ms).slice(0, -1)
  switch (spelling) {
    case 'fraction':
      return `${clock}+00:00`
    case 'seconds':
      return `${clock.slice(0, 19)}+00:00`
    case 'basic-offset':
      return `${clock}+0000`
    case 'other-zone':
      return `${vehicleTime(ms + 2 * HOUR_MS).slice(0, -1)}+02:00`
    case 'z':
      return `${clock}Z`
  }
}
