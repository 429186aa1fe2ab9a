import type { Annotation, DirectoryEntry, StatusSince } from './live'

type MaybeEntry = DirectoryEntry | null | undefined
type MaybeSince = StatusSince | null | undefined

/** The fields of an annotation that differ, null for one that is no longer known; null when none does. */
export function changedAnnotation(before: Annotation, after: Annotation): Annotation | null {
  const isSameEntry = isSameDirectoryEntry(before.directory, after.directory)
  const isSameSince = isSameStatusSince(before.statusSince, after.statusSince)
  if (isSameEntry && isSameSince) return null
  return {
    ...(isSameEntry ? {} : { directory: after.directory ?? null }),
    ...(isSameSince ? {} : { statusSince: after.statusSince ?? null }),
  }
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
