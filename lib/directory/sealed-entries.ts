import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Encryption } from '@/lib/encryption/encryption'
import type { Clock } from '@/lib/live/clock'
import { vehicleSegments } from '@/lib/store/schema'
import type { Database, Store } from '@/lib/store/store'

export interface SealedEntriesOptions<T> {
  /** Opened on first use; a rejection is tried again. */
  readonly store: () => Promise<Store>
  /** With a key of the service: after a change of key nothing that was stored is found. */
  readonly encryption: Encryption
  /** What the entries are, in one word: another kind is another series. */
  readonly kind: string
  /** Every entry to be kept, in memory: segments of old and repeated ones are replaced by these. */
  readonly all: () => Iterable<Entry<T>>
  /** Entries that were stored, at start, and those that other nodes store, oldest first. */
  readonly onStored: (entries: readonly Entry<T>[]) => void
  readonly keptMs: number
  readonly clock: Clock
  readonly log: (line: string) => void
}

/** @param T plain JSON */
export type Entry<T> = readonly [vehicleId: string, value: T]

/**
 * Entries by vehicle id, kept in the store encrypted and shared by all nodes. Values are buffered and written every
 * SYNC_MS; a database that fails is logged once and loses none of them.
 */
export interface SealedEntries<T> {
  put(vehicleId: string, value: T): void
  /** Begins to read and write. @returns when what was stored has been read, or could not be */
  start(): Promise<void>
  /** Writes what is buffered, and ends. */
  stop(): Promise<void>
  /** Reads what other nodes wrote, and writes; never rejects. */
  sync(): Promise<void>
}

/** Between two writes. */
export const SYNC_MS = 15_000

const ENTRIES_PER_SEGMENT = 1000
/** Segments are replaced by one copy of all entries beyond this many, or this size in relation to the last copy. */
const SEGMENTS_MAXIMUM = 64
const GROWTH = 1.5
const SMALL_BYTES = 256 * 1024
/** Segments are not replaced before every node had time to read them. */
const SETTLED_MS = 4 * SYNC_MS
/** Beyond it all entries are written instead, which the memory of `all` bounds: a database may be away for weeks. */
const UNWRITTEN_MAXIMUM = 50_000
const COPY_ATTEMPTS = 3

export function createSealedEntries<T>(options: SealedEntriesOptions<T>): SealedEntries<T> {
  const { encryption, kind, all, onStored, keptMs, clock, log } = options
  const series = encryption.hash(`vehicles ${kind}`)
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
    const { rows } = await store.query(
      'select id, length(body) as bytes from vehicle_segments where series = $1 order by id',
      [series],
    )
    const stored = new Map(rows.map(({ id, bytes }) => [Number(id), Number(bytes)]))
    for (const id of known.keys()) if (!stored.has(id)) known.delete(id)
    for (const [id, bytes] of stored) {
      if (known.has(id)) continue
      const found = await store.query('select body from vehicle_segments where id = $1', [id])
      const body = found.rows[0]?.body as Uint8Array | undefined
      // Another node replaced it meanwhile: its copy is read next time.
      if (body) await open(body)
      known.set(id, { bytes, knownAtMs: clock.monotonicNow() })
    }
  }

  async function open(body: Uint8Array): Promise<void> {
    const text = await encryption.decrypt(body, kind).catch(() => null)
    if (text === null) return log(`lib/directory: a stored segment (${kind}) cannot be decrypted: left out`)
    onStored(JSON.parse(text) as Entry<T>[])
    await clock.yieldToEventLoop()
  }

  async function seal(entries: readonly Entry<T>[]): Promise<Uint8Array[]> {
    const bodies: Uint8Array[] = []
    for (let from = 0; from < entries.length; from += ENTRIES_PER_SEGMENT) {
      bodies.push(
        await encryption.encrypt(JSON.stringify(entries.slice(from, from + ENTRIES_PER_SEGMENT)), kind),
      )
      await clock.yieldToEventLoop()
    }
    return bodies
  }

  async function insert(db: Pick<Store['db'], 'insert'>, bodies: readonly Uint8Array[]): Promise<number[]> {
    const ids: number[] = []
    for (const body of bodies) {
      const at = new Date(clock.now())
      const rows = await db
        .insert(vehicleSegments)
        .values({ series, at, body })
        .returning({ id: vehicleSegments.id })
      ids.push(...rows.map(({ id }) => id))
    }
    return ids
  }

  /** Segments are written one node after the other, so that their order is that of the values. */
  async function alone<R>(store: Store, work: (tx: Database) => Promise<R>): Promise<R> {
    return store.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${series}, 0))`)
      return work(tx)
    })
  }

  function remember(ids: readonly number[], bodies: readonly Uint8Array[]): void {
    const knownAtMs = clock.monotonicNow()
    for (const [at, id] of ids.entries()) known.set(id, { bytes: bodies[at]?.length ?? 0, knownAtMs })
  }

  async function write(store: Store): Promise<void> {
    if (unwritten.size === 0) return
    const writing = unwritten
    unwritten = new Map()
    try {
      const bodies = await seal([...writing])
      const ids = await alone(store, (tx) => insert(tx, bodies))
      remember(ids, bodies)
    } catch (error) {
      // Values put meanwhile are newer.
      unwritten = new Map([...writing, ...unwritten])
      throw error
    }
  }

  function storedBytes(): number {
    return [...known.values()].reduce((sum, { bytes }) => sum + bytes, 0)
  }

  /** Replaces segments by one copy of all entries, where there are many. */
  async function compact(store: Store): Promise<void> {
    for (let attempt = 0; attempt < COPY_ATTEMPTS; attempt++) {
      const isSmall =
        known.size <= SEGMENTS_MAXIMUM && storedBytes() <= Math.max(SMALL_BYTES, copiedBytes * GROWTH)
      const settledMs = clock.monotonicNow() - SETTLED_MS
      const replaced = [...known].flatMap(([id, { knownAtMs }]) => (knownAtMs <= settledMs ? [id] : []))
      if (!isIncomplete && (isSmall || replaced.length < known.size / 2)) return
      if (await copy(store, replaced)) {
        copiedBytes = storedBytes()
        // PGlite never does so by itself.
        await store.query('vacuum vehicle_segments')
        return
      }
      await readNew(store)
    }
  }

  /** @returns false when another node has written or replaced segments meanwhile */
  async function copy(store: Store, replaced: readonly number[]): Promise<boolean> {
    const wasIncomplete = isIncomplete
    isIncomplete = false
    try {
      const bodies = await seal([...all()])
      const ids = await alone(store, async (tx) => {
        const { id } = vehicleSegments
        const stored = await tx.select({ id }).from(vehicleSegments).where(eq(vehicleSegments.series, series))
        const isSame = stored.length === known.size && stored.every((one) => known.has(one.id))
        if (!isSame) return null
        if (replaced.length > 0) await tx.delete(vehicleSegments).where(inArray(id, [...replaced]))
        return insert(tx, bodies)
      })
      if (ids === null) {
        isIncomplete ||= wasIncomplete
        return false
      }
      for (const id of replaced) known.delete(id)
      remember(ids, bodies)
      return true
    } catch (error) {
      isIncomplete ||= wasIncomplete
      throw error
    }
  }

  async function deleteOld(store: Store): Promise<void> {
    // Those of an earlier key as well.
    await store.db.delete(vehicleSegments).where(lt(vehicleSegments.at, new Date(clock.now() - keptMs)))
  }

  async function syncNow(): Promise<void> {
    try {
      const store = await options.store()
      await readNew(store)
      await write(store)
      await compact(store)
      await deleteOld(store)
      if (isFailing) log(`lib/directory: the database answers again (${kind})`)
      isFailing = false
    } catch (error) {
      if (!isFailing) log(`lib/directory: the database fails, kept in memory (${kind}): ${reasonOf(error)}`)
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
    put(vehicleId, value) {
      unwritten.set(vehicleId, value)
      if (unwritten.size <= UNWRITTEN_MAXIMUM) return
      unwritten = new Map()
      isIncomplete = true
    },
    sync,
    async start() {
      await sync()
      schedule()
    },
    async stop() {
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
