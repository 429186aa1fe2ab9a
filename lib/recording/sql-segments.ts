import { and, asc, eq, min, sql } from 'drizzle-orm'
import type { AreaSearch } from '@/lib/contract/live'
import type { Encryption } from '@/lib/encryption/encryption'
import { recordedAreas, recordingSegments } from '@/lib/store/schema'
import type { Database, Store } from '@/lib/store/store'
import type { NewSegments, Segment, SegmentKind, SegmentStore } from './segment-store'

/** Recordings in the store, which every node shares. */
export function createSqlSegments(store: () => Promise<Store>, encryption: Encryption): SegmentStore {
  const nameOf = (area: string) => encryption.hash(`recording ${area}`)
  const purposeOf = (area: string, chunk: string, number: number, { kind, atMs }: Omit<Segment, 'body'>) =>
    `recording ${JSON.stringify([area, chunk, number, kind, atMs])}`

  async function insert(
    db: Pick<Database, 'insert'>,
    { area, chunk, base, after, segments }: NewSegments,
    ids: readonly number[] = [],
  ): Promise<void> {
    const rows = segments.map((segment, n) => ({
      ...(ids[n] === undefined ? {} : { id: ids[n] }),
      ...{ area: nameOf(area), chunk, base, kind: segment.kind, at: new Date(segment.atMs) },
      body: encryption.encryptBytes(segment.body, purposeOf(area, chunk, after + n, segment)),
    }))
    if (rows.length === 0) return
    const into = db.insert(recordingSegments)
    await (ids.length > 0 ? into.overridingSystemValue() : into).values(rows)
  }

  return {
    async areas() {
      const rows = await (await store()).db.select().from(recordedAreas)
      const searches = await Promise.all(
        rows.map(({ id, search }) => encryption.decrypt(search, `recorded area ${id}`).catch(() => null)),
      )
      return searches.flatMap((search) => (search === null ? [] : (JSON.parse(search) as AreaSearch)))
    },

    async addArea(area, search) {
      const id = nameOf(area)
      const encrypted = await encryption.encrypt(JSON.stringify(search), `recorded area ${id}`)
      const { db } = await store()
      await db.insert(recordedAreas).values({ id, search: encrypted }).onConflictDoNothing()
    },

    async forgetArea(area) {
      const { db } = await store()
      await db.delete(recordedAreas).where(eq(recordedAreas.id, nameOf(area)))
    },

    write: async (segments) => insert((await store()).db, segments),

    async chunks(area) {
      const { id, chunk, base, at } = recordingSegments
      const rows = await (await store()).db
        .select({
          id: chunk,
          base: sql<string | null>`min(${base})`,
          from: sql<string>`(extract(epoch from min(${at})) * 1000)::bigint`,
          to: sql<string>`(extract(epoch from max(${at})) * 1000)::bigint`,
          segments: sql<string>`count(*)`,
        })
        .from(recordingSegments)
        .where(eq(recordingSegments.area, nameOf(area)))
        .groupBy(chunk)
        .orderBy(asc(min(id)))
      return rows.map(({ id, base, from, to, segments }) => ({
        ...{ id, base, fromMs: Number(from), toMs: Number(to), segments: Number(segments) },
      }))
    },

    async segments(area, chunk, most) {
      const all = (await store()).db
        .select()
        .from(recordingSegments)
        .where(and(eq(recordingSegments.area, nameOf(area)), eq(recordingSegments.chunk, chunk)))
        .orderBy(asc(recordingSegments.id))
      const rows = await (most === undefined ? all : all.limit(most))
      const segments: Segment[] = []
      for (const [number, { kind, at, body }] of rows.entries()) {
        const segment = { kind: kind as SegmentKind, atMs: at.getTime() }
        const bytes = decrypted(body, purposeOf(area, chunk, number, segment))
        if (bytes === null) break
        segments.push({ ...segment, body: bytes })
      }
      return segments
    },

    async replace(area, chunk, by) {
      const { db } = await store()
      await db.transaction(async (tx) => {
        const deleted = await tx
          .delete(recordingSegments)
          .where(and(eq(recordingSegments.area, nameOf(area)), eq(recordingSegments.chunk, chunk)))
          .returning({ id: recordingSegments.id })
        // The same rows again, since their order is that of time.
        const ids = deleted.map(({ id }) => id).sort((a, b) => a - b)
        if (by) await insert(tx, by, ids.slice(0, by.segments.length))
      })
    },

    async replaceKey(area, chunk, base, body) {
      const { db } = await store()
      const { kind, at } = recordingSegments
      const isIts = and(eq(recordingSegments.area, nameOf(area)), eq(recordingSegments.chunk, chunk))
      const isKey = and(isIts, eq(kind, 'key'))
      await db.transaction(async (tx) => {
        const [key] = await tx.select({ at }).from(recordingSegments).where(isKey).for('update')
        if (!key) return
        const purpose = purposeOf(area, chunk, 0, { kind: 'key', atMs: key.at.getTime() })
        await tx.update(recordingSegments).set({ base }).where(isIts)
        await tx
          .update(recordingSegments)
          .set({ body: encryption.encryptBytes(body, purpose) })
          .where(isKey)
      })
    },
  }

  function decrypted(body: Uint8Array, purpose: string): Uint8Array | null {
    try {
      return encryption.decryptBytes(body, purpose)
    } catch {
      return null
    }
  }
}
