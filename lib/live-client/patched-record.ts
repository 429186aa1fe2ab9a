import { changedAnnotation, isSameDirectoryEntry, isSameStatusSince } from '@/lib/contract/annotations'
import type { LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { isSameValue } from '@/lib/interface/values'

const names = Object.keys(vehicleSearchObjectFields) as (keyof VehicleSearchObject)[]

/** Whether a patch contains every field of the service, as required of a new vehicle. */
export function hasAllFields(patch: VehiclePatch): patch is LiveVehicle {
  return names.every((name) => patch[name] !== undefined)
}

/** The patched record; the same object when nothing differs. */
export function patched(record: LiveVehicle, patch: Partial<LiveVehicle>): LiveVehicle {
  return isChangedBy(record, patch) ? { ...record, ...patch } : record
}

/** As `patched`, but changes a record that nothing else holds. */
export function patchedInPlace(record: LiveVehicle, patch: Partial<LiveVehicle>): LiveVehicle {
  return isChangedBy(record, patch) ? Object.assign(record, patch) : record
}

/** A known vehicle as a snapshot lists it: without the annotations that the snapshot lacks. */
export function listedAgain(record: LiveVehicle, vehicle: LiveVehicle): LiveVehicle {
  const changed = changedAnnotation(record, vehicle)
  return patched(record, changed ? { ...vehicle, ...changed } : vehicle)
}

function isChangedBy(record: LiveVehicle, patch: Partial<LiveVehicle>): boolean {
  for (const name in patch) {
    if (name === 'directory') {
      if (!isSameDirectoryEntry(record.directory, patch.directory)) return true
    } else if (name === 'statusSince' || name === 'changedSince') {
      if (!isSameStatusSince(record[name], patch[name])) return true
    } else {
      const field = name as keyof VehicleSearchObject
      if (!isSameValue(record[field], patch[field])) return true
    }
  }
  return false
}
