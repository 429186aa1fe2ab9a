import { type SeenStatus, seenStatus } from './seen-status'

/**
 * A status as it is stored and shared, under the vehicle's id, by the node `seenBy`; or only that node's name, when it
 * sees the vehicle no more; or, under a key of its own, when a node swept last.
 */
export type StoredStatus = StoredSeen | string | number

type StoredSeen = readonly [
  status: string | null,
  sinceMs: number,
  seenAtMs: number,
  otherAtMs: number | null,
  seenBy: string,
]

export type StoredEntry = readonly [key: string, value: StoredStatus]

/** A vehicle's status, and the node that saw it last. */
export interface KnownStatus extends SeenStatus {
  readonly seenBy: string
}

export function encodeStatus({ status, since, seenAtMs, otherAtMs, seenBy }: KnownStatus): StoredSeen {
  return [status, since.atMs, seenAtMs, Number.isFinite(otherAtMs) ? otherAtMs : null, seenBy]
}

function decodeStatus([status, atMs, seenAtMs, otherAtMs, seenBy]: StoredSeen): KnownStatus {
  const since = { atMs, isBeginning: false }
  return { ...seenStatus(status, since, seenAtMs, otherAtMs ?? Number.NEGATIVE_INFINITY), seenBy }
}

type NewestEntry = readonly [vehicleId: string, by: string, stored: KnownStatus | null]

/** Of the entries of one vehicle by one node, only the newest is true until that node's last sweep. */
export function newestOfEach(entries: readonly StoredEntry[]): readonly NewestEntry[] {
  const newest = new Map<string, NewestEntry>()
  for (const [id, value] of entries) {
    if (typeof value === 'number') continue
    const stored = typeof value === 'string' ? null : decodeStatus(value)
    const by = typeof value === 'string' ? value : value[4]
    const name = `${by} ${id}`
    newest.delete(name)
    newest.set(name, [id, by, stored])
  }
  return [...newest.values()]
}
