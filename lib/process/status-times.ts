import 'server-only'
import { randomBytes } from 'node:crypto'
import { KEPT_MS } from '@/lib/directory/directory'
import { createStatusTimes, type StatusTimes } from '@/lib/live/status-times/status-times'
import type { StoredEntry, StoredStatus } from '@/lib/live/status-times/stored-status'
import { processSealedEntries } from './sealed-entries'

/** Raise with every change of StoredStatus. */
const STORED_KIND = 'status-times-1'

/** Since when vehicles have their status, kept in the store with a service that has one. */
export function openStatusTimes(): StatusTimes {
  /** What was stored before this start: its parts are of use only together. Null once all are read. */
  let read: StoredEntry[] | null = []
  const times = createStatusTimes({
    node: randomBytes(6).toString('base64url'),
    put: (key, value) => stored?.put(key, value),
  })
  const stored = processSealedEntries<StoredStatus>({
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
