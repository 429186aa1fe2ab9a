import type { VehiclePatch } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { vehicleSearchObjectFields } from '@/lib/interface/search-fields'
import { isSameValue } from '@/lib/interface/values'

const names = Object.keys(vehicleSearchObjectFields) as (keyof VehicleSearchObject)[]

/** Whether a patch contains every field, as required of a new vehicle. */
export function hasAllFields(patch: VehiclePatch): patch is VehicleSearchObject {
  return names.every((name) => patch[name] !== undefined)
}

/** The patched record; the same object when nothing differs. */
export function patched(record: VehicleSearchObject, patch: VehiclePatch): VehicleSearchObject {
  for (const name in patch) {
    const field = name as keyof VehicleSearchObject
    if (!isSameValue(record[field], patch[field])) return { ...record, ...patch }
  }
  return record
}
