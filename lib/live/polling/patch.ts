import type { VehiclePatch } from '@/lib/contract/live'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import { vehicleSearchObjectFields } from '@/lib/interface/search-fields'

const FIELDS = Object.keys(vehicleSearchObjectFields) as (keyof VehicleSearchObject)[]

/**
 * The fields that differ, compared one by one: §2.2 does not say that mtime moves with position and status.
 * @returns null when none does
 */
export function patchOf(before: VehicleSearchObject, after: VehicleSearchObject): VehiclePatch | null {
  let patch: Record<string, unknown> | null = null
  for (const name of FIELDS) {
    if (isSame(before[name], after[name])) continue
    patch ??= { id: after.id }
    patch[name] = after[name]
  }
  return patch as VehiclePatch | null
}

type Value = VehicleSearchObject[keyof VehicleSearchObject]

function isSame(a: Value, b: Value): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isList(a) || isList(b)) {
    return isList(a) && isList(b) && a.length === b.length && a.every((key, at) => key === b[at])
  }
  const [from, to] = [a as Position, b as Position]
  return from.lat === to.lat && from.lng === to.lng
}

function isList(value: object): value is readonly string[] {
  return Array.isArray(value)
}
