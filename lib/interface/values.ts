import type { JsonObject, VehicleSearchObject } from './resources'
import type { Reading } from './sent-forms'

/** @returns null for anything but a JSON object */
export function asObject(value: unknown): JsonObject | null {
  if (typeof value !== 'object' || value === null) return null
  return Array.isArray(value) ? null : (value as JsonObject)
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
export function readNumber(value: unknown): Reading<number> | null {
  if (typeof value === 'number') {
    // JSON's `1e999` is Infinity.
    return Number.isFinite(value) ? { value, form: null } : null
  }
  if (typeof value !== 'string' || value.length > LONGEST_NUMBER) return null
  if (!WHOLE_DECIMAL.test(value)) return null
  return { value: Number(value), form: 'text' }
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
  if ('lat' in b) return false
  return a.length === b.length && a.every((text, index) => text === b[index])
}
