import { randomBytes } from 'node:crypto'
import { KEPT_MS } from '@/lib/fleet/directory/directory'
import type { EncryptedEntries } from '@/lib/fleet/directory/encrypted-entries'
import { createStatusTimes, type StatusTimes } from '@/lib/fleet/status-times/status-times'
import type { StoredEntry, StoredStatus } from '@/lib/fleet/status-times/stored-status'
import { type ProcessEntriesOptions, processEncryptedEntries } from './encrypted-entries'

type StatusEntries = Pick<EncryptedEntries<StoredStatus>, 'put' | 'sync'>

/** Raise with every change of StoredStatus. */
const STORED_KIND = 'status-times-1'

/**
 * Since when vehicles have their status.
 * @param openEntries opens their storage; null stores nothing
 */
export function openStatusTimes(
  openEntries: (
    options: ProcessEntriesOptions<StoredStatus>,
  ) => StatusEntries | null = processEncryptedEntries,
): StatusTimes {
  /** Entries stored before this start, of use only together. Null once all are read. */
  let read: StoredEntry[] | null = []
  const times = createStatusTimes({
    node: randomBytes(6).toString('base64url'),
    put: (key, value) => stored?.put(key, value),
  })
  const stored = openEntries({
    kind: STORED_KIND,
    keptMs: KEPT_MS,
    *all() {
      if (read) yield* read
      yield* times.all()
    },
    onStored: (entries) => (read ? void read.push(...entries) : times.adopt(entries)),
  })
  void stored?.sync().then(() => {
    times.adopt(read ?? [])
    read = null
  })
  return times
}
