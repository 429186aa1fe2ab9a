import type { Position } from './resources'

// Plain decimals only: `1e2`, `0x1f` and `1,5` are typing errors here, not numbers.
const POSITION = /^\s*([+-]?\d+(?:\.\d+)?)\s*,\s*([+-]?\d+(?:\.\d+)?)\s*$/

/** Whether both degrees are finite and on the Earth. */
export function isOnEarth({ lat, lng }: Position): boolean {
  return Math.abs(lat) <= 90 && Math.abs(lng) <= 180
}

/** Parses `lat,lng` in degrees; null for other texts, and outside the Earth's range. Source: interface §4.1 */
export function parsePosition(text: string): Position | null {
  const match = POSITION.exec(text)
  if (!match) return null
  const position = { lat: Number(match[1]), lng: Number(match[2]) }
  return isOnEarth(position) ? position : null
}

/** `lat,lng` with at most six decimals (about 0.1 m), without exponents or trailing zeros. */
export function formatPosition({ lat, lng }: Position): string {
  return `${sixDecimals(lat)},${sixDecimals(lng)}`
}

function sixDecimals(degrees: number): string {
  const text = degrees.toFixed(6).replace(/\.?0+$/, '')
  return text === '-0' ? '0' : text
}
