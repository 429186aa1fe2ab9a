import type { VehiclePatch } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { vehicleSearchObjectFields } from '@/lib/interface/search-fields'
import { isSameValue } from '@/lib/interface/values'

const names = Object.keys(vehicleSearchObjectFields) as (keyof VehicleSearchObject)[]

/** Whether a patch tells of every field, as that of a new vehicle must. */
export function isWhole(patch: VehiclePatch): patch is VehicleSearchObject {
  return names.every((name) => patch[name] !== undefined)
}

/** The record with its patch: the very same object when that says nothing new. */
export function patched(record: VehicleSearchObject, patch: VehiclePatch): VehicleSearchObject {
  for (const name in patch) {
    const field = name as keyof VehicleSearchObject
    if (!isSameValue(record[field], patch[field])) return { ...record, ...patch }
  }
  return record
}
