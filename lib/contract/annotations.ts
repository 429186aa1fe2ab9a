import { parseTime, readOnce } from '@/lib/interface/times'
import type { Annotation, DirectoryEntry, LiveVehicle, StatusSince, VehiclePatch, VehicleTimes } from './live'

type MaybeEntry = DirectoryEntry | null | undefined
type MaybeSince = StatusSince | null | undefined

/** The fields of an annotation that differ, null for one that is no longer known; null when none does. */
export function changedAnnotation(before: Annotation, after: Annotation): Annotation | null {
  const isSameEntry = isSameDirectoryEntry(before.directory, after.directory)
  const isSameSince = isSameStatusSince(before.statusSince, after.statusSince)
  const isSameAhead = (before.aheadSinceMs ?? null) === (after.aheadSinceMs ?? null)
  if (isSameEntry && isSameSince && isSameAhead) return null
  return {
    ...(isSameEntry ? {} : { directory: after.directory ?? null }),
    ...(isSameSince ? {} : { statusSince: after.statusSince ?? null }),
    ...(isSameAhead ? {} : { aheadSinceMs: after.aheadSinceMs ?? null }),
  }
}

/**
 * Says what a patch of a delta means for `changedSince`, unless the patch has it: one with a position or status is a change.
 * @param fetchedAt of the delta
 */
export function changesAt(fetchedAt: string): ChangeOf {
  const change = { changedSince: { atMs: Date.parse(fetchedAt), isBeginning: true } }
  return ({ position, status }) => (position === undefined && status === undefined ? {} : change)
}

export type ChangeOf = (patch: Partial<VehiclePatch>) => Pick<LiveVehicle, 'changedSince'>

/** Clock differences up to this are not reported. */
export const TOLERATED_SKEW_MS = 5_000

const readMs = readOnce((text) => parseTime(text)?.epochMs ?? Number.NaN)

/** Milliseconds since the epoch of an `mtime`; NaN when absent or unreadable. */
export const modifiedMs = (mtime: string | null): number => (mtime === null ? Number.NaN : readMs(mtime))

/**
 * When a vehicle last reported, as far as its `mtime` says it: never later than that `mtime` was first seen.
 * @returns milliseconds since the epoch; NaN: it counts as reported when the service listed it
 */
export function reportedAt(
  { mtime, aheadSinceMs }: Pick<LiveVehicle, 'mtime' | 'aheadSinceMs'>,
  { mtimeServes }: VehicleTimes,
): number {
  if (!mtimeServes) return Number.NaN
  return Math.min(modifiedMs(mtime), aheadSinceMs ?? Number.POSITIVE_INFINITY)
}

/** When the `mtime` read at `atMs` was first seen, if it was ahead of the clock then; null otherwise. */
export function aheadSince(
  mtime: string | null,
  atMs: number,
  before: Pick<LiveVehicle, 'mtime' | 'aheadSinceMs'> | null | undefined,
): number | null {
  if (before && before.mtime === mtime) return before.aheadSinceMs ?? null
  return modifiedMs(mtime) > atMs + TOLERATED_SKEW_MS ? atMs : null
}

/** Left out and null are the same. */
export function isSameDirectoryEntry(a: MaybeEntry, b: MaybeEntry): boolean {
  if (a === b) return true
  if (!a || !b) return !a && !b
  return (
    a.our_ref === b.our_ref &&
    a.licence_plate === b.licence_plate &&
    a.active_booking_id === b.active_booking_id
  )
}

/** Left out and null are the same. */
export function isSameStatusSince(a: MaybeSince, b: MaybeSince): boolean {
  if (a === b) return true
  if (!a || !b) return !a && !b
  return a.atMs === b.atMs && a.isBeginning === b.isBeginning
}
