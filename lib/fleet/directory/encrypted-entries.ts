import type { Clock } from '@/lib/app/clock'
import type { Encryption } from '@/lib/store/encryption'
import type { Store } from '@/lib/store/store'
import { createEntryBatches, type Entry, type EntryBatch } from './entry-batches'

export interface EncryptedEntriesOptions<T> {
  /** Opened on first use; a rejection is tried again. */
  readonly store: () => Promise<Store>
  /** With a key of the service: after a change of key nothing that was stored is found. */
  readonly encryption: Encryption
  /** Kind of the entries, in one word: another kind is another series. */
  readonly kind: string
  /** Every entry to be kept, in memory: batches of old and repeated ones are replaced by these. */
  readonly all: () => Iterable<Entry<T>>
  /** Entries that were stored, at start, and those that other nodes store, oldest first. */
  readonly onStored: (entries: readonly Entry<T>[]) => void
  readonly keptMs: number
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** Between two writes. */
export const SYNC_MS = 15_000

/** Batches are replaced by one copy of all entries beyond this many, or this size in relation to the last copy. */
const BATCHES_MAXIMUM = 64
const GROWTH = 1.5
const SMALL_BYTES = 256 * 1024
/** Batches are not replaced before every node had time to read them. */
const SETTLED_MS = 4 * SYNC_MS
/** Beyond it all entries are written instead, which the memory of `all` bounds: a database may be away for weeks. */
const UNWRITTEN_MAXIMUM = 50_000
const COPY_ATTEMPTS = 3

export type EncryptedEntries<T> = ReturnType<typeof createEncryptedEntries<T>>

/**
 * Entries by vehicle id, kept in the store encrypted and shared by all nodes. Values are buffered and written every
 * SYNC_MS; a database that fails is logged once and loses none of them.
 */
export function createEncryptedEntries<T>(options: EncryptedEntriesOptions<T>) {
  const { encryption, kind, all, onStored, keptMs, clock, log } = options
  const batches = createEntryBatches(kind, encryption, clock)
  const known = new Map<number, { readonly bytes: number; readonly knownAtMs: number }>()
  /** Whether values were put that are neither stored nor in `unwritten`. */
  let isIncomplete = false
  let unwritten = new Map<string, T>()
  let copiedBytes = 0
  let isFailing = false
  let isStopped = false
  let cancel = () => {}
  let running: Promise<void> = Promise.resolve()

  async function readNew(store: Store): Promise<void> {
    const stored = await batches.list(store)
    const ids = new Set(stored.map(({ id }) => id))
    for (const id of known.keys()) if (!ids.has(id)) known.delete(id)
    for (const batch of stored) {
      if (known.has(batch.id)) continue
      const body = await batches.body(store, batch.id)
      // Another node replaced it meanwhile: its copy is read next time.
      if (body) await open(body)
      remember([batch])
    }
  }

  async function open(body: Uint8Array): Promise<void> {
    const entries = await batches.decrypt<T>(body)
    if (entries === null)
      return log(`lib/fleet/directory: a stored batch (${kind}) cannot be decrypted: left out`)
    onStored(entries)
    await clock.yieldToEventLoop()
  }

  function remember(stored: readonly EntryBatch[]): void {
    const knownAtMs = clock.monotonicNow()
    for (const { id, bytes } of stored) known.set(id, { bytes, knownAtMs })
  }

  async function write(store: Store): Promise<void> {
    if (unwritten.size === 0) return
    const writing = unwritten
    unwritten = new Map()
    try {
      remember(await batches.write(store, await batches.encrypt([...writing])))
    } catch (error) {
      // Values put meanwhile are newer.
      unwritten = new Map([...writing, ...unwritten])
      throw error
    }
  }

  function storedBytes(): number {
    return [...known.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Replaces batches by one copy of all entries, where there are many. */
  async function compact(store: Store): Promise<void> {
    for (let attempt = 0; attempt < COPY_ATTEMPTS; attempt++) {
      const isSmall =
        known.size <= BATCHES_MAXIMUM && storedBytes() <= Math.max(SMALL_BYTES, copiedBytes * GROWTH)
      const settledMs = clock.monotonicNow() - SETTLED_MS
      const replaced = [...known].flatMap(([id, { knownAtMs }]) => (knownAtMs <= settledMs ? [id] : []))
      if (!isIncomplete && (isSmall || replaced.length < known.size / 2)) return
      if (await copy(store, replaced)) {
        copiedBytes = storedBytes()
        await batches.vacuum(store)
        return
      }
      await readNew(store)
    }
  }

  /** @returns false when another node has written or replaced batches meanwhile */
  async function copy(store: Store, replaced: readonly number[]): Promise<boolean> {
    const wasIncomplete = isIncomplete
    isIncomplete = false
    try {
      const written = await batches.replace(store, known, replaced, await batches.encrypt([...all()]))
      if (written === null) {
        isIncomplete ||= wasIncomplete
        return false
      }
      for (const id of replaced) known.delete(id)
      remember(written)
      return true
    } catch (error) {
      isIncomplete ||= wasIncomplete
      throw error
    }
  }

  async function syncNow(): Promise<void> {
    try {
      const store = await options.store()
      await readNew(store)
      await write(store)
      await compact(store)
      await batches.deleteOld(store, keptMs)
      if (isFailing) log(`lib/fleet/directory: the database answers again (${kind})`)
      isFailing = false
    } catch (error) {
      if (!isFailing)
        log(`lib/fleet/directory: the database fails, kept in memory (${kind}): ${reasonOf(error)}`)
      isFailing = true
    }
  }

  function sync(): Promise<void> {
    running = running.then(syncNow)
    return running
  }

  function schedule(): void {
    if (isStopped) return
    cancel = clock.after(SYNC_MS, () => void sync().then(schedule))
  }

  return {
    put(vehicleId: string, value: T): void {
      unwritten.set(vehicleId, value)
      if (unwritten.size <= UNWRITTEN_MAXIMUM) return
      unwritten = new Map()
      isIncomplete = true
    },
    /** Reads entries of other nodes, and writes; never rejects. */
    sync,
    /** Begins to read and write. @returns when stored entries have been read, or could not be */
    async start(): Promise<void> {
      await sync()
      schedule()
    },
    /** Writes buffered entries, and ends. */
    async stop(): Promise<void> {
      isStopped = true
      cancel()
      await sync()
    },
  }
}

/** Drizzle's own message holds the values of the query. */
function reasonOf(error: unknown): string {
  const { cause, message } = error as Error
  return cause instanceof Error ? cause.message : message
}
