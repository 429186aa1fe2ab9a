import { vehicleSearchObjectFields } from '@/lib/schema/fields'
import type { VehiclePatch } from '@/lib/schema/live'
import type { VehicleSearchObject } from '@/lib/schema/resources'

const names = Object.keys(vehicleSearchObjectFields) as (keyof VehicleSearchObject)[]

/** Whether a patch tells of every field, as that of a new vehicle must. */
export function isWhole(patch: VehiclePatch): patch is VehicleSearchObject {
  return names.every((name) => patch[name] !== undefined)
}

/** The record with its patch: the very same object when that says nothing new. */
export function patched(record: VehicleSearchObject, patch: VehiclePatch): VehicleSearchObject {
  for (const name in patch) {
    const field = name as keyof VehicleSearchObject
    if (!isSame(record[field], patch[field])) return { ...record, ...patch }
  }
  return record
}

// A field is a plain value, a position or a list of texts.
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  const [aEntries, bEntries] = [Object.entries(a), Object.entries(b)]
  return (
    aEntries.length === bEntries.length &&
    aEntries.every(([key, value]) => value === (b as Record<string, unknown>)[key])
  )
}
