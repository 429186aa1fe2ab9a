import type { VehiclePatch } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { vehicleSearchObjectFields } from '@/lib/interface/search-fields'
import { isSameValue } from '@/lib/interface/values'

const FIELDS = Object.keys(vehicleSearchObjectFields) as (keyof VehicleSearchObject)[]

/**
 * The fields that differ, compared one by one: §2.2 does not say that mtime moves with position and status.
 * @returns null when none does
 */
export function patchOf(before: VehicleSearchObject, after: VehicleSearchObject): VehiclePatch | null {
  let patch: Record<string, unknown> | null = null
  for (const name of FIELDS) {
    if (isSameValue(before[name], after[name])) continue
    patch ??= { id: after.id }
    patch[name] = after[name]
  }
  return patch as VehiclePatch | null
}
