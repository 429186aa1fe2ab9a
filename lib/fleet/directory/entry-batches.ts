import { eq, inArray, lt, sql } from 'drizzle-orm'
import type { Clock } from '@/lib/app/clock'
import type { Encryption } from '@/lib/store/encryption'
import { vehicleSegments } from '@/lib/store/schema'
import type { Database, Store } from '@/lib/store/store'

/** @param T plain JSON */
export type Entry<T> = readonly [vehicleId: string, value: T]

/** A row of the store with some entries, encrypted. */
export interface EntryBatch {
  readonly id: number
  readonly bytes: number
}

const ENTRIES_PER_BATCH = 1000

/**
 * The batches of one series. They are written one node after the other, so that their order is that of the values.
 * @param kind of the entries, in one word: another kind is another series
 */
export function createEntryBatches(
  kind: string,
  encryption: Encryption,
  clock: Pick<Clock, 'now' | 'yieldToEventLoop'>,
) {
  const series = encryption.hash(`vehicles ${kind}`)

  async function alone<R>(store: Store, work: (tx: Database) => Promise<R>): Promise<R> {
    return store.db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${series}, 0))`)
      return work(tx)
    })
  }

  async function insert(
    db: Pick<Store['db'], 'insert'>,
    bodies: readonly Uint8Array[],
  ): Promise<EntryBatch[]> {
    const inserted: EntryBatch[] = []
    for (const body of bodies) {
      const at = new Date(clock.now())
      const rows = await db
        .insert(vehicleSegments)
        .values({ series, at, body })
        .returning({ id: vehicleSegments.id })
      inserted.push(...rows.map(({ id }) => ({ id, bytes: body.length })))
    }
    return inserted
  }

  return {
    /** Stored batches, oldest first. */
    async list(store: Store): Promise<EntryBatch[]> {
      const { rows } = await store.query(
        'select id, length(body) as bytes from vehicle_segments where series = $1 order by id',
        [series],
      )
      return rows.map(({ id, bytes }) => ({ id: Number(id), bytes: Number(bytes) }))
    },

    /** @returns null when another node has replaced it */
    async body(store: Store, id: number): Promise<Uint8Array | null> {
      const { rows } = await store.query('select body from vehicle_segments where id = $1', [id])
      return (rows[0]?.body as Uint8Array | undefined) ?? null
    },

    async encrypt(entries: readonly Entry<unknown>[]): Promise<Uint8Array[]> {
      const bodies: Uint8Array[] = []
      for (let from = 0; from < entries.length; from += ENTRIES_PER_BATCH) {
        const part = entries.slice(from, from + ENTRIES_PER_BATCH)
        bodies.push(await encryption.encrypt(JSON.stringify(part), kind))
        await clock.yieldToEventLoop()
      }
      return bodies
    },

    /** @returns null when it cannot be decrypted */
    async decrypt<T>(body: Uint8Array): Promise<Entry<T>[] | null> {
      const text = await encryption.decrypt(body, kind).catch(() => null)
      return text === null ? null : (JSON.parse(text) as Entry<T>[])
    },

    write: (store: Store, bodies: readonly Uint8Array[]) => alone(store, (tx) => insert(tx, bodies)),

    /** @returns null, and changes nothing, unless exactly the `known` ones are stored */
    replace: (
      store: Store,
      known: ReadonlyMap<number, unknown>,
      replaced: readonly number[],
      bodies: readonly Uint8Array[],
    ) =>
      alone(store, async (tx) => {
        const { id } = vehicleSegments
        const stored = await tx.select({ id }).from(vehicleSegments).where(eq(vehicleSegments.series, series))
        const isSame = stored.length === known.size && stored.every((one) => known.has(one.id))
        if (!isSame) return null
        if (replaced.length > 0) await tx.delete(vehicleSegments).where(inArray(id, [...replaced]))
        return insert(tx, bodies)
      }),

    /** Deletes those of an earlier key as well. */
    async deleteOld(store: Store, keptMs: number): Promise<void> {
      await store.db.delete(vehicleSegments).where(lt(vehicleSegments.at, new Date(clock.now() - keptMs)))
    },

    /** PGlite never does so by itself. */
    vacuum: (store: Store) => store.query('vacuum vehicle_segments'),
  }
}
