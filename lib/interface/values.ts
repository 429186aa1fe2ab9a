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

/** A status for comparison: `On-Trip` and `on trip` are one word, and so are a word's forms in Unicode. */
export function normaliseStatus(status: string): string {
  return status
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
}

/** A field as received, or undefined. Own keys only, so that `constructor` is not inherited from Object. */
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
