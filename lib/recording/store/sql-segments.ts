import {
  and,
  asc,
  eq,
  gte,
  inArray,
  isNotNull,
  lt,
  min,
  notExists,
  notInArray,
  sql,
} from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { Encryption } from '@/lib/store/encryption'
import { recordedAreas, recordingSegments } from '@/lib/store/schema'
import type { Database, Store } from '@/lib/store/store'
import type { NewSegments, Segment, SegmentKind, SegmentStore, StoredNote } from './segment-store'

/** About four days of an area's notes: a timeline asks for all of them again and again. */
const NOTES_BYTES_MAXIMUM = 16_000_000
/** Of a note, besides its texts. */
const NOTE_BYTES = 200

interface SegmentHead {
  readonly kind: SegmentKind
  /** Server time; milliseconds since the epoch. */
  readonly atMs: number
}

/** The database, or a transaction in it. */
interface Inserting {
  readonly insert: Database['insert']
}

/** Recordings in the store, which every node shares. */
export function createSqlSegments(
  store: () => Promise<Store>,
  encryption: Encryption,
): SegmentStore {
  const notes = new LRUCache<string, string>({
    maxSize: NOTES_BYTES_MAXIMUM,
    sizeCalculation: (text, key) => NOTE_BYTES + text.length + key.length,
  })
  const nameOf = (area: string) => encryption.hash(`recording ${area}`)
  /** Names by earlier keys too: their segments are read until they are deleted by age. */
  const namesOf = (area: string) => encryption.hashes(`recording ${area}`)
  const isOfArea = (area: string) => inArray(recordingSegments.area, namesOf(area))
  const isOf = (area: string, chunk: string) =>
    and(isOfArea(area), eq(recordingSegments.chunk, chunk))
  const purposeOf = (area: string, chunk: string, number: number, { kind, atMs }: SegmentHead) =>
    `recording ${JSON.stringify([area, chunk, number, kind, atMs])}`
  const notePurposeOf = (area: string, chunk: string, atMs: number) =>
    `recording note ${JSON.stringify([area, chunk, atMs])}`

  /** @returns null for what is damaged */
  function decrypted(body: Uint8Array, purpose: string): Uint8Array | null {
    try {
      return encryption.decryptBytes(body, purpose)
    } catch {
      return null
    }
  }

  function noteOf(encrypted: Uint8Array, purpose: string): string | null {
    // All of it: one that was damaged meanwhile is another one.
    const key = Buffer.from(encrypted).toString('latin1') + purpose
    const text = notes.get(key) ?? decrypted(encrypted, purpose)
    if (text === null || typeof text === 'string') return text
    const note = Buffer.from(text).toString()
    notes.set(key, note)
    return note
  }

  async function insert(
    db: Inserting,
    { area, chunk, continues, after, segments }: NewSegments,
    ids: readonly number[] = [],
  ): Promise<void> {
    const rows = segments.map((segment, n) => {
      const { kind, atMs, note, body } = segment
      const row = {
        area: nameOf(area),
        chunk,
        kind,
        at: new Date(atMs),
        continues: kind === 'key' ? continues : null,
        note:
          note === undefined
            ? null
            : encryption.encryptBytes(Buffer.from(note), notePurposeOf(area, chunk, atMs)),
        body: encryption.encryptBytes(body, purposeOf(area, chunk, after + n, segment)),
      }
      return ids[n] === undefined ? row : { ...row, id: ids[n] }
    })
    if (rows.length === 0) return
    const into = db.insert(recordingSegments)
    await (ids.length > 0 ? into.overridingSystemValue() : into).values(rows)
  }

  /** With null where it cannot be decrypted. */
  async function allAreas() {
    const rows = await (await store()).db.select().from(recordedAreas)
    return Promise.all(
      rows.map(async ({ id, search }) => {
        const text = await encryption.decrypt(search, `recorded area ${id}`).catch(() => null)
        return { id, area: text === null ? null : (JSON.parse(text) as AreaSearch) }
      }),
    )
  }

  return {
    async areas() {
      // One that was recorded before and after a change of the key has two rows.
      const distinct = new Map<string, AreaSearch>()
      for (const { area } of await allAreas()) if (area) distinct.set(JSON.stringify(area), area)
      return [...distinct.values()]
    },

    async addArea(area, search) {
      const id = nameOf(area)
      const encrypted = await encryption.encrypt(JSON.stringify(search), `recorded area ${id}`)
      const { db } = await store()
      await db.insert(recordedAreas).values({ id, search: encrypted }).onConflictDoNothing()
    },

    async forgetArea(area) {
      const { db } = await store()
      await db.delete(recordedAreas).where(inArray(recordedAreas.id, namesOf(area)))
    },

    write: async (segments) => insert((await store()).db, segments),

    async chunks(area) {
      const { id, chunk, at, continues } = recordingSegments
      const rows = await (await store()).db
        .select({
          id: chunk,
          from: sql<string>`(extract(epoch from min(${at})) * 1000)::bigint`,
          to: sql<string>`(extract(epoch from max(${at})) * 1000)::bigint`,
          segments: sql<string>`count(*)`,
          continues: sql<string | null>`min(${continues})`,
        })
        .from(recordingSegments)
        .where(isOfArea(area))
        .groupBy(chunk)
        .orderBy(asc(min(id)))
      return rows.map(({ id, from, to, segments, continues }) => ({
        id,
        continues,
        fromMs: Number(from),
        toMs: Number(to),
        segments: Number(segments),
      }))
    },

    async notes(area, fromMs) {
      const { id, chunk, at, note } = recordingSegments
      const isIts = and(isOfArea(area), gte(at, new Date(fromMs)))
      const { db } = await store()
      const rows = await db
        .select({ chunk, at, note })
        .from(recordingSegments)
        .where(and(isIts, isNotNull(note)))
        .orderBy(asc(id))
      return rows.map(({ chunk, at, note }): StoredNote => {
        const atMs = at.getTime()
        return { chunk, atMs, note: note && noteOf(note, notePurposeOf(area, chunk, atMs)) }
      })
    },

    async segments(area, chunk) {
      const { db } = await store()
      const rows = await db
        .select()
        .from(recordingSegments)
        .where(isOf(area, chunk))
        .orderBy(asc(recordingSegments.id))
      const segments: Segment[] = []
      for (const [number, { kind, at, body, note }] of rows.entries()) {
        const segment = { kind: kind as SegmentKind, atMs: at.getTime() }
        const bytes = decrypted(body, purposeOf(area, chunk, number, segment))
        if (bytes === null) break
        const noted = note && noteOf(note, notePurposeOf(area, chunk, segment.atMs))
        segments.push({ ...segment, body: bytes, ...(noted && { note: noted }) })
      }
      return segments
    },

    async replace(area, chunk, by, of) {
      const { db } = await store()
      await db.transaction(async (tx) => {
        const { id } = recordingSegments
        // Waits for another node that cuts the same chunk, and then finds none of these rows.
        const rows = await tx
          .select({ id })
          .from(recordingSegments)
          .where(isOf(area, chunk))
          .for('update')
        if (of !== undefined && rows.length !== of) return
        await tx.delete(recordingSegments).where(isOf(area, chunk))
        // The same rows again, since their order is that of time.
        const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
        const replaced = { area, chunk, continues: null, after: 0, segments: by }
        await insert(tx, replaced, ids.slice(0, by.length))
      })
    },

    async deleteUnreadable(limitMs) {
      const areas = await allAreas()
      const idsOf = (isReadable: boolean) =>
        areas.flatMap(({ id, area }) => ((area !== null) === isReadable ? id : []))
      const { db } = await store()
      const { area, at } = recordingSegments
      await db
        .delete(recordingSegments)
        .where(and(notInArray(area, idsOf(true)), lt(at, new Date(limitMs))))
      const left = db.select({ area }).from(recordingSegments).where(eq(area, recordedAreas.id))
      const isUnreadable = inArray(recordedAreas.id, idsOf(false))
      await db.delete(recordedAreas).where(and(isUnreadable, notExists(left)))
    },
  }
}
