import type { Reading } from './marks'
import type { JsonObject, VehicleSearchObject } from './resources'

/** @returns null for anything but a JSON object */
export function asObject(value: unknown): JsonObject | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : null
}

/** Whether a value is nested no deeper than some levels. */
export function isShallow(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  return levels > 0 && Object.values(value).every((inner) => isShallow(inner, levels - 1))
}

// Plain decimals only: `1e2`, `0x1f` and `1,5` may mean another number.
export const DECIMAL = String.raw`[+-]?(?:\d+(?:\.\d+)?|\.\d+)`
const WHOLE_DECIMAL = new RegExp(`^\\s*${DECIMAL}\\s*$`)

// No number of a record has more digits, and a longer text could exceed every number.
const LONGEST_NUMBER = 40

/**
 * Reads a finite number, or a plain decimal in a text: `"-34.89"`.
 * @returns null for anything else
 */
export function readNumber(given: unknown): Reading<number> | null {
  // JSON's `1e999` is Infinity.
  if (typeof given === 'number') return Number.isFinite(given) ? { value: given, form: null } : null
  if (typeof given !== 'string' || given.length > LONGEST_NUMBER) return null
  return WHOLE_DECIMAL.test(given) ? { value: Number(given), form: 'text' } : null
}

/**
 * A field as received, or undefined. Own keys only, so that `constructor` is
 * not inherited from Object.
 */
export function ownValue(object: JsonObject, name: string): unknown {
  return Object.hasOwn(object, name) ? object[name] : undefined
}

type Value = VehicleSearchObject[keyof VehicleSearchObject] | undefined

/** Whether two values of a field are equal: plain values, lists of texts or positions. */
export function isSameValue(a: Value, b: Value): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if ('lat' in a) return 'lat' in b && a.lat === b.lat && a.lng === b.lng
  return !('lat' in b) && a.length === b.length && a.every((text, at) => text === b[at])
}
