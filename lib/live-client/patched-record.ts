import type { VehiclePatch } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { vehicleSearchObjectFields } from '@/lib/interface/search-fields'

type Field = VehicleSearchObject[keyof VehicleSearchObject]

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

// A field is a plain value, a list of texts or a position.
function isSame(a: Field | undefined, b: Field | undefined): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if ('lat' in a) return 'lat' in b && a.lat === b.lat && a.lng === b.lng
  return !('lat' in b) && a.length === b.length && a.every((text, at) => text === b[at])
}
