import type { StatusSince } from '@/lib/api/contract/live'
import { isSameStatus } from '@/lib/interface/statuses'

/**
 * A status that a vehicle had from `since` to `seenAtMs`, as far as it was
 * seen. Times as in StatusSince.
 */
export interface SeenStatus {
  /** As received; a vehicle without one has the status null. */
  readonly status: string | null
  readonly since: StatusSince
  readonly seenAtMs: number
  /** When it was last seen with another status before; -Infinity for never. */
  readonly otherAtMs: number
}

/**
 * A status that was not seen for longer may have been another one meanwhile: longer
 * than any interval of sweeps.
 */
export const UNBROKEN_MS = 3 * 60_000

/** Combined knowledge of two observers of one vehicle, in either order. */
export function joinSeen(a: SeenStatus, b: SeenStatus): SeenStatus {
  return isSameStatus(a.status, b.status) ? joinSame(a, b) : newestOf(a, b)
}

/**
 * The earlier beginning counts, unless the vehicle had another status since
 * or was not seen for long.
 */
function joinSame(a: SeenStatus, b: SeenStatus): SeenStatus {
  const isFirstA = a.since.atMs < b.since.atMs
  const first = isFirstA ? a : b
  const second = isFirstA ? b : a
  const hadAnother = second.otherAtMs > first.since.atMs
  const wasUnseen = second.since.atMs - first.seenAtMs > UNBROKEN_MS
  const { status, since } = hadAnother || wasUnseen ? second : first
  const seenAtMs = Math.max(a.seenAtMs, b.seenAtMs)
  const otherAtMs = Math.max(a.otherAtMs, b.otherAtMs)
  return seenStatus(status, since, seenAtMs, otherAtMs)
}

/**
 * The later sight of two statuses; it began when first seen, if the other one was seen just before.
 * Where the other one was seen in between, it began after that.
 */
function newestOf(a: SeenStatus, b: SeenStatus): SeenStatus {
  const isNewestB = isLater(b, a)
  const before = isNewestB ? a : b
  const newest = isNewestB ? b : a
  const { status, seenAtMs } = newest
  const isInBetween = before.seenAtMs > newest.since.atMs
  const since = isInBetween ? { atMs: seenAtMs, isBeginning: true } : newest.since
  const otherAtMs = Math.max(newest.otherAtMs, before.seenAtMs)
  return seenStatus(status, since, seenAtMs, otherAtMs)
}

/** Seen later; at the same time, by any rule that does not depend on the order of the two. */
function isLater(a: SeenStatus, b: SeenStatus): boolean {
  if (a.seenAtMs !== b.seenAtMs) return a.seenAtMs > b.seenAtMs
  if (a.since.atMs !== b.since.atMs) return a.since.atMs > b.since.atMs
  return (a.status ?? '') > (b.status ?? '')
}

/** @param since its `atMs` counts; it is a beginning where another status was seen just before */
export function seenStatus(
  status: string | null,
  since: StatusSince,
  seenAtMs: number,
  otherAtMs: number,
): SeenStatus {
  const isBeginning = since.atMs - otherAtMs <= UNBROKEN_MS
  return {
    status,
    since: since.isBeginning === isBeginning ? since : { atMs: since.atMs, isBeginning },
    seenAtMs,
    otherAtMs,
  }
}

/**
 * A status of a list, whose maker does not say when it saw another one before:
 * just before, or not at all.
 */
export function seenInList(
  status: string | null,
  since: StatusSince,
  listSeenAtMs: number,
): SeenStatus {
  const otherAtMs = since.isBeginning ? since.atMs - 1 : Number.NEGATIVE_INFINITY
  return { status, since, seenAtMs: Math.max(listSeenAtMs, since.atMs), otherAtMs }
}

/**
 * A status as it is seen now.
 * @param mtime of the record
 * @param before earlier knowledge of the vehicle; null for none
 */
export function seenNow(
  status: string | null,
  mtimeMs: number | null,
  atMs: number,
  before: SeenStatus | null,
): SeenStatus {
  const isContinued = before !== null && Math.abs(atMs - before.seenAtMs) <= UNBROKEN_MS
  if (!isContinued) {
    return seenStatus(status, { atMs, isBeginning: false }, atMs, Number.NEGATIVE_INFINITY)
  }
  if (isSameStatus(before.status, status)) return { ...before, seenAtMs: atMs }
  // A modification between both sights may well be this change; elsewhere mtime
  // says nothing about it (§2.2).
  const isBetween = mtimeMs !== null && mtimeMs > before.seenAtMs && mtimeMs <= atMs
  const since = { atMs: isBetween ? mtimeMs : atMs, isBeginning: true }
  return seenStatus(status, since, atMs, before.seenAtMs)
}
