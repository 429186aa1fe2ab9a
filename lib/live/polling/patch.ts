import { changedAnnotation, isSameStatusSince } from '@/lib/contract/annotations'
import type { Annotation, LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { isSameValue } from '@/lib/interface/values'

const FIELDS = Object.keys(vehicleSearchObjectFields) as (keyof VehicleSearchObject)[]

/** Has the shape of an annotated record: adding fields to a copy of another shape takes V8 ten times as long. */
const SHAPE = Object.fromEntries(
  [...FIELDS, 'directory', 'statusSince', 'changedSince', 'aheadSinceMs'].map((name) => [name, undefined]),
) as Partial<LiveVehicle>

/**
 * The fields that differ, compared one by one: §2.2 does not say that mtime moves with position and status.
 * @param annotation of `after`; left out where it has its own, `changedSince` among them
 * @returns null when none does
 */
export function patchOf(
  before: LiveVehicle,
  after: LiveVehicle,
  annotation?: Annotation,
): VehiclePatch | null {
  let patch: Record<string, unknown> | null = null
  for (const name of FIELDS) {
    if (isSameValue(before[name], after[name])) continue
    patch ??= { id: after.id }
    patch[name] = after[name]
  }
  const changed = changedAnnotation(before, annotation ?? after)
  const isKnown = isSameStatusSince(before.changedSince, after.changedSince) && !patch
  const since = annotation || isKnown ? null : { changedSince: after.changedSince ?? null }
  return (changed || since ? { id: after.id, ...patch, ...changed, ...since } : patch) as VehiclePatch | null
}

/** The record with its annotation. A field that was listed becomes null when it is no longer known, as in a patch. */
export function annotated(
  record: VehicleSearchObject,
  { directory, statusSince, changedSince, aheadSinceMs }: Annotation,
  listed: Annotation = {},
): LiveVehicle {
  return {
    ...SHAPE,
    ...record,
    directory: directory ?? (listed.directory === undefined ? undefined : null),
    statusSince: statusSince ?? (listed.statusSince === undefined ? undefined : null),
    changedSince: listed.changedSince ?? changedSince,
    aheadSinceMs: aheadSinceMs ?? (listed.aheadSinceMs === undefined ? undefined : null),
  }
}
