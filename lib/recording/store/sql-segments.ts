import { and, asc, eq, gte, inArray, isNotNull, lt, min, notExists, notInArray, sql } from 'drizzle-orm'
import type { AreaSearch } from '@/lib/contract/live'
import type { Encryption } from '@/lib/encryption/encryption'
import { recordedAreas, recordingSegments } from '@/lib/store/schema'
import type { Database, Store } from '@/lib/store/store'
import { createNoteReader } from './read-notes'
import type { Base, NewSegments, Segment, SegmentKind, SegmentStore, StoredNote } from './segment-store'

/** Recordings in the store, which every node shares. */
export function createSqlSegments(store: () => Promise<Store>, encryption: Encryption): SegmentStore {
  const readNote = createNoteReader(decrypted)
  const nameOf = (area: string) => encryption.hash(`recording ${area}`)
  const purposeOf = (
    area: string,
    chunk: string,
    number: number,
    { kind, atMs }: Pick<Segment, 'kind' | 'atMs'>,
    base: string | null,
  ) => `recording ${JSON.stringify([area, chunk, number, kind, atMs, base])}`

  const notePurposeOf = (area: string, chunk: string, atMs: number) =>
    `recording note ${JSON.stringify([area, chunk, atMs])}`

  async function insert(
    db: Pick<Database, 'insert'>,
    { area, chunk, base, continues, after, segments }: NewSegments,
    ids: readonly number[] = [],
  ): Promise<void> {
    const rows = segments.map((segment, n) => ({
      ...(ids[n] === undefined ? {} : { id: ids[n] }),
      ...{ area: nameOf(area), chunk, kind: segment.kind, at: new Date(segment.atMs) },
      base: segment.kind === 'key' ? textOf(base) : null,
      continues: segment.kind === 'key' ? continues : null,
      note:
        segment.note === undefined
          ? null
          : encryption.encryptBytes(Buffer.from(segment.note), notePurposeOf(area, chunk, segment.atMs)),
      body: encryption.encryptBytes(
        segment.body,
        purposeOf(area, chunk, after + n, segment, segment.kind === 'key' ? textOf(base) : null),
      ),
    }))
    if (rows.length === 0) return
    const into = db.insert(recordingSegments)
    await (ids.length > 0 ? into.overridingSystemValue() : into).values(rows)
  }

  /** With null where it cannot be decrypted. */
  async function allAreas(): Promise<
    { readonly id: string; readonly area: AreaSearch | null; readonly hasName: boolean }[]
  > {
    const rows = await (await store()).db.select().from(recordedAreas)
    const areas = []
    for (const { id, search, name } of rows) {
      const text = await encryption.decrypt(search, `recorded area ${id}`).catch(() => null)
      areas.push({
        id,
        area: text === null ? null : (JSON.parse(text) as AreaSearch),
        hasName: name !== null,
      })
    }
    return areas
  }

  return {
    areas: async () => (await allAreas()).flatMap(({ area }) => area ?? []),
    earlierAlways: async () => (await allAreas()).flatMap(({ area, hasName }) => (hasName && area) || []),

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
      const { id, chunk, kind, base, at, continues, body } = recordingSegments
      const rows = await (await store()).db
        .select({
          id: chunk,
          base: sql<string | null>`min(${base}) filter (where ${kind} = 'key')`,
          from: sql<string>`(extract(epoch from min(${at})) * 1000)::bigint`,
          to: sql<string>`(extract(epoch from max(${at})) * 1000)::bigint`,
          segments: sql<string>`count(*)`,
          continues: sql<string | null>`min(${continues})`,
          bytes: sql<string>`sum(octet_length(${body}))`,
        })
        .from(recordingSegments)
        .where(eq(recordingSegments.area, nameOf(area)))
        .groupBy(chunk)
        .orderBy(asc(min(id)))
      return rows.map(({ id, base, from, to, segments, continues, bytes }) => ({
        ...{ id, base: baseOf(base)?.chunk ?? null, continues, fromMs: Number(from), toMs: Number(to) },
        ...{ segments: Number(segments), bytes: Number(bytes) },
      }))
    },

    async notes(area, fromMs) {
      const { id, chunk, at, note } = recordingSegments
      const isIts = and(eq(recordingSegments.area, nameOf(area)), gte(at, new Date(fromMs)))
      const { db } = await store()
      const rows = await db
        .select({ chunk, at, note })
        .from(recordingSegments)
        .where(and(isIts, isNotNull(note)))
        .orderBy(asc(id))
      return rows.map(({ chunk, at, note }): StoredNote => {
        const atMs = at.getTime()
        return { chunk, atMs, note: note && readNote(note, notePurposeOf(area, chunk, atMs)) }
      })
    },

    async segments(area, chunk, most) {
      const all = (await store()).db
        .select()
        .from(recordingSegments)
        .where(and(eq(recordingSegments.area, nameOf(area)), eq(recordingSegments.chunk, chunk)))
        .orderBy(asc(recordingSegments.id))
      const rows = await (most === undefined ? all : all.limit(most))
      const segments: Segment[] = []
      for (const [number, { kind, at, body, note, base }] of rows.entries()) {
        const segment = { kind: kind as SegmentKind, atMs: at.getTime() }
        const bytes = decrypted(body, purposeOf(area, chunk, number, segment, base))
        if (bytes === null) break
        const noted = note && decrypted(note, notePurposeOf(area, chunk, segment.atMs))
        const on = baseOf(base)
        segments.push({
          ...{ ...segment, body: bytes, ...(on && { base: on }) },
          ...(noted && { note: Buffer.from(noted).toString() }),
        })
      }
      return segments
    },

    async replace(area, chunk, by, of) {
      const { db } = await store()
      const isIts = and(eq(recordingSegments.area, nameOf(area)), eq(recordingSegments.chunk, chunk))
      await db.transaction(async (tx) => {
        const { id } = recordingSegments
        // Waits for another node that cuts the same chunk, and then finds none of these rows.
        const rows = await tx.select({ id }).from(recordingSegments).where(isIts).for('update')
        if (of !== undefined && rows.length !== of) return
        await tx.delete(recordingSegments).where(isIts)
        // The same rows again, since their order is that of time.
        const ids = rows.map(({ id }) => id).sort((a, b) => a - b)
        if (by) await insert(tx, by, ids.slice(0, by.segments.length))
      })
    },

    async deleteUnreadable(limitMs) {
      const areas = await allAreas()
      const idsOf = (isReadable: boolean) =>
        areas.flatMap(({ id, area }) => ((area !== null) === isReadable ? id : []))
      const { db } = await store()
      const { area, at } = recordingSegments
      await db.delete(recordingSegments).where(and(notInArray(area, idsOf(true)), lt(at, new Date(limitMs))))
      const left = db.select({ area }).from(recordingSegments).where(eq(area, recordedAreas.id))
      const isUnreadable = inArray(recordedAreas.id, idsOf(false))
      await db.delete(recordedAreas).where(and(isUnreadable, notExists(left)))
    },

    async replaceKey(area, chunk, from, to, body) {
      const { db } = await store()
      const { kind, at, base } = recordingSegments
      const isIts = and(eq(recordingSegments.area, nameOf(area)), eq(recordingSegments.chunk, chunk))
      const isKey = and(isIts, eq(kind, 'key'))
      return db.transaction(async (tx) => {
        const [key] = await tx.select({ at, base }).from(recordingSegments).where(isKey).for('update')
        if (!key || baseOf(key.base)?.chunk !== from) return false
        const purpose = purposeOf(area, chunk, 0, { kind: 'key', atMs: key.at.getTime() }, textOf(to))
        await tx
          .update(recordingSegments)
          .set({ base: textOf(to), body: encryption.encryptBytes(body, purpose) })
          .where(isKey)
        return true
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

/** The base as its column has it, of a key frame only. */
const textOf = (base: Base | null) => base && `${base.atMs} ${base.chunk}`

function baseOf(text: string | null): Base | null {
  const [, atMs, chunk] = /^(\d+) (.+)$/.exec(text ?? '') ?? []
  return chunk === undefined ? null : { chunk, atMs: Number(atMs) }
}
