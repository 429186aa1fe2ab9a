import { asc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { Clock } from '@/lib/app/clock'
import type { Encryption } from '@/lib/store/encryption'
import { vehicleSegments } from '@/lib/store/schema'
import type { Database, Store } from '@/lib/store/store'
import { KEPT_MS } from './directory'

/** @param T plain JSON */
type Entry<T> = readonly [vehicleId: string, value: T]

export interface EntriesOptions<T> {
  /** Kind of the entries, in one word: another kind is another series. */
  readonly kind: string
  /** Every entry to be kept, in memory: batches of old and repeated ones are replaced by these. */
  readonly all: () => Iterable<Entry<T>>
  /**
   * From when an entry is stored for KEPT_MS at most, milliseconds since the epoch; by default from
   * when it is written.
   */
  readonly sinceMs?: (value: T) => number
  /** Entries that were stored, at start, and those that other nodes store, oldest first. */
  readonly onStored: (entries: readonly Entry<T>[]) => void
}

export interface EncryptedEntriesOptions<T> extends EntriesOptions<T> {
  /** Opened on first use; a rejection is tried again. */
  readonly store: () => Promise<Store>
  /** With a key of the service. */
  readonly encryption: Encryption
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** Time between two writes. */
export const SYNC_MS = 15_000

const ENTRIES_PER_BATCH = 1000
/** A batch goes with its oldest entry: this much sooner than necessary the newest one goes. */
const SPAN_MS = 2 * 60 * 60_000
/**
 * Batches are replaced by one copy of all entries beyond this many, or this size in
 * relation to the last copy.
 */
const BATCHES_MAXIMUM = 64
const GROWTH = 1.5
const SMALL_BYTES = 256 * 1024
/** Batches are not replaced before every node had time to read them. */
const SETTLED_MS = 4 * SYNC_MS
/**
 * Beyond it all entries are written instead, which the memory of `all` bounds: a
 * database may be away for weeks.
 */
const UNWRITTEN_MAXIMUM = 50_000

interface KnownBatch {
  readonly bytes: number
  /** When this node read or wrote it; of a monotonic clock. */
  readonly knownAtMs: number
}

interface StoredBatch {
  readonly id: number
  readonly bytes: number
}

type NewBatch = typeof vehicleSegments.$inferInsert

export type EncryptedEntries<T> = ReturnType<typeof createEncryptedEntries<T>>

/**
 * Entries by vehicle id, kept in the store in encrypted batches and shared by all nodes. Values are
 * buffered and written every SYNC_MS; a database that fails is logged once and loses none of them.
 */
export function createEncryptedEntries<T>(options: EncryptedEntriesOptions<T>) {
  const { encryption, kind, all, sinceMs = () => clock.now(), onStored, clock, log } = options
  const series = encryption.hash(`vehicles ${kind}`)
  /** That of an earlier key too. */
  const readSeries = encryption.hashes(`vehicles ${kind}`)
  const { id, at, body } = vehicleSegments
  /** Batches in the store that this node has read or written. */
  const known = new Map<number, KnownBatch>()
  let unwritten = new Map<string, T>()
  /** Whether values were put that are neither stored nor in `unwritten`. */
  let isIncomplete = false
  let copiedBytes = 0
  let isFailing = false
  let isStopped = false
  let cancel = () => {}
  let running: Promise<void> = Promise.resolve()

  function remember(batch: number, bytes: number): void {
    known.set(batch, { bytes, knownAtMs: clock.monotonicNow() })
  }

  async function readNew(db: Database): Promise<void> {
    const isOfSeries = inArray(vehicleSegments.series, readSeries)
    const bytes = sql<number>`length(${body})`
    const stored = await db
      .select({ id, bytes })
      .from(vehicleSegments)
      .where(isOfSeries)
      .orderBy(asc(id))
    const ids = new Set(stored.map((batch) => batch.id))
    for (const batch of known.keys()) if (!ids.has(batch)) known.delete(batch)
    for (const batch of stored) {
      if (known.has(batch.id)) continue
      // None where another node replaced it meanwhile: its copy is read next time.
      const [found] = await db.select({ body }).from(vehicleSegments).where(eq(id, batch.id))
      if (found) await open(found.body)
      remember(batch.id, batch.bytes)
    }
  }

  async function open(encrypted: Uint8Array): Promise<void> {
    const text = await encryption.decrypt(encrypted, kind).catch(() => null)
    if (text === null) {
      log(`lib/fleet/directory: a stored batch (${kind}) cannot be decrypted: left out`)
      return
    }
    onStored(JSON.parse(text) as Entry<T>[])
    await clock.yieldToEventLoop()
  }

  function storedBytes(): number {
    let sum = 0
    for (const { bytes } of known.values()) sum += bytes
    return sum
  }

  /** Batches to be replaced by a copy of all entries; null while there are few. */
  function replaceable(): number[] | null {
    const mostBytes = Math.max(SMALL_BYTES, copiedBytes * GROWTH)
    const isSmall = known.size <= BATCHES_MAXIMUM && storedBytes() <= mostBytes
    const settledMs = clock.monotonicNow() - SETTLED_MS
    const settled: number[] = []
    for (const [batch, { knownAtMs }] of known) if (knownAtMs <= settledMs) settled.push(batch)
    const isWorthwhile = !isSmall && settled.length >= known.size / 2
    return isIncomplete || isWorthwhile ? settled : null
  }

  async function batchesOf(entries: readonly Entry<T>[]): Promise<NewBatch[]> {
    const batches: NewBatch[] = []
    for (const { fromMs, part } of partsOf(entries, sinceMs, clock.now())) {
      const at = new Date(fromMs)
      const body = await encryption.encrypt(JSON.stringify(part), kind)
      batches.push({ series, at, body })
      await clock.yieldToEventLoop()
    }
    return batches
  }

  async function insert(tx: Database, batches: readonly NewBatch[]): Promise<StoredBatch[]> {
    const inserted: StoredBatch[] = []
    for (const batch of batches) {
      const rows = await tx.insert(vehicleSegments).values(batch).returning({ id })
      inserted.push(...rows.map((row) => ({ id: row.id, bytes: batch.body.length })))
    }
    return inserted
  }

  /**
   * One node after the other, so that the order of batches is that of the values and
   * a copy holds all of them.
   */
  async function write(db: Database): Promise<{ readonly hasReplaced: boolean }> {
    if (unwritten.size === 0 && replaceable() === null) return { hasReplaced: false }
    const writing = unwritten
    let wasIncomplete = false
    unwritten = new Map()
    try {
      // Before the transaction, which others wait for.
      const batches = await batchesOf([...writing])
      const { replaced, inserted } = await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${series}, 0))`)
        await readNew(tx)
        const replaced = replaceable()
        wasIncomplete = isIncomplete
        isIncomplete = false
        if (replaced?.length) await tx.delete(vehicleSegments).where(inArray(id, replaced))
        const copy = replaced ? await batchesOf([...all()]) : []
        return { replaced, inserted: await insert(tx, [...batches, ...copy]) }
      })
      for (const batch of replaced ?? []) known.delete(batch)
      for (const batch of inserted) remember(batch.id, batch.bytes)
      if (replaced) copiedBytes = storedBytes()
      return { hasReplaced: replaced !== null }
    } catch (error) {
      // Values put meanwhile are newer.
      unwritten = new Map([...writing, ...unwritten])
      isIncomplete ||= wasIncomplete
      throw error
    }
  }

  async function syncNow(): Promise<void> {
    try {
      const { db, query } = await options.store()
      // Most is read before the transaction, which others wait for.
      await readNew(db)
      const { hasReplaced } = await write(db)
      // Deletes batches of an unknown key as well.
      const isOld = lt(at, new Date(clock.now() - KEPT_MS))
      const deleted = await db.delete(vehicleSegments).where(isOld).returning({ id })
      // PGlite never does so by itself.
      if (hasReplaced || deleted.length > 0) await query('vacuum vehicle_segments')
      if (isFailing) log(`lib/fleet/directory: the database answers again (${kind})`)
      isFailing = false
    } catch (error) {
      // Drizzle's own message holds the values of the query.
      const { cause, message } = error as Error
      const reason = cause instanceof Error ? cause.message : message
      if (!isFailing) {
        log(`lib/fleet/directory: the database fails, kept in memory (${kind}): ${reason}`)
      }
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

/** Entries of one batch. */
interface Part<T> {
  /** Time of the oldest; milliseconds since the epoch. */
  readonly fromMs: number
  readonly part: Entry<T>[]
}

/** Entries in parts of about one age, without those that are too old. */
function partsOf<T>(
  entries: readonly Entry<T>[],
  sinceMs: (value: T) => number,
  nowMs: number,
): Part<T>[] {
  // A clock that was wrong keeps none for longer.
  const timeOf = ([, value]: Entry<T>) => Math.min(sinceMs(value), nowMs)
  const kept = entries.filter((entry) => timeOf(entry) > nowMs - KEPT_MS)
  const oldestFirst = kept.sort((a, b) => timeOf(a) - timeOf(b))
  const parts: Part<T>[] = []
  for (const entry of oldestFirst) {
    const last = parts.at(-1)
    const isFull = !last || last.part.length === ENTRIES_PER_BATCH
    if (isFull || timeOf(entry) - last.fromMs > SPAN_MS) {
      parts.push({ fromMs: timeOf(entry), part: [entry] })
    } else last.part.push(entry)
  }
  return parts
}
