import { and, asc, eq, isNull, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { WATCHED_MAXIMUM } from '@/lib/api/contract/watch-list'
import { createFairQueue } from '@/lib/app/fair-queue'
import type { Encryption } from '@/lib/store/encryption'
import { operators, watchEntries, watchedVehicles } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import {
  AHEAD_MS,
  CLAIM_MS,
  type Due,
  keptChanges,
  NO_RECORD,
  type Owner,
  type Report,
  SILENT_MS,
  type Watched,
  type WatchedRecord,
  type WatchStore,
} from './watched-state'

type Row = typeof watchedVehicles.$inferSelect
interface EncryptedId {
  readonly id: string
  readonly vehicle: Row['vehicle']
}

type EncryptedColumn = 'id' | 'record' | 'report'

/** Bound to column and row, so that no row can be given another one's content. */
function purposeOf(column: EncryptedColumn, id: string): string {
  return `watched ${column} ${id}`
}

function entryId(owner: Owner, vehicleId: string): string {
  return `${owner ?? ''} ${vehicleId}`
}

const encryptedId = { id: watchedVehicles.id, vehicle: watchedVehicles.vehicle }

/**
 * Number of PostgreSQL's advisory lock under which lists change one after the other, so that
 * none grows beyond its bound.
 */
const LISTS_LOCK = 4_709_133
/** Changes that wait for those before them. */
const WAITING = { queueMaximum: 500, waitMs: 20_000 }

/** Lists in the store, which every node shares. */
export function createSqlStore(
  db: Database,
  encryption: Encryption,
  now: () => number = Date.now,
  maximum = WATCHED_MAXIMUM,
): WatchStore {
  const { hash } = encryption
  const at = (ms: number) => new Date(ms)
  const moment = (ms: number) => sql`${at(ms).toISOString()}::timestamptz`
  const isAhead = (column: SQLWrapper) => sql`${column} > ${moment(now() + AHEAD_MS)}`
  /** Rows that no key decrypts, as of the last `watchedIds`. */
  let unreadable: string[] = []
  const isIn = (owner: Owner) =>
    owner === null ? isNull(watchEntries.owner) : eq(watchEntries.owner, owner)
  const isVisibleTo = (owner: Owner) => or(isNull(watchEntries.owner), isIn(owner))

  async function encrypt(text: string, column: EncryptedColumn, id: string): Promise<string> {
    const encrypted = await encryption.encrypt(text, purposeOf(column, id))
    return Buffer.from(encrypted).toString('base64')
  }

  /** @returns null for no text, and for one that an unknown key encrypted */
  async function decrypt(
    encrypted: string | null,
    column: EncryptedColumn,
    id: string,
  ): Promise<string | null> {
    if (encrypted === null) return null
    const bytes = Buffer.from(encrypted, 'base64')
    return encryption.decrypt(bytes, purposeOf(column, id)).catch(() => null)
  }

  function idOf({ id, vehicle }: EncryptedId): Promise<string | null> {
    return decrypt(vehicle, 'id', id)
  }

  async function recordOf({ id, record, recordReadAt }: Row): Promise<WatchedRecord | null> {
    const text = await decrypt(record, 'record', id)
    return text === null ? null : { ...JSON.parse(text), readAtMs: recordReadAt?.getTime() ?? 0 }
  }

  async function watchedOf(row: Row): Promise<Watched | null> {
    const vehicleId = await idOf(row)
    if (vehicleId === null) return null
    const report = await decrypt(row.report, 'report', row.id)
    return {
      vehicleId,
      entries: [],
      record: (await recordOf(row)) ?? NO_RECORD,
      report: report === null ? null : (JSON.parse(report) as Report),
    }
  }

  /** @param entries of which lists; by default of all */
  async function select(entries?: SQL, where?: SQL): Promise<Watched[]> {
    const rows = await db
      .select({ vehicle: watchedVehicles, entry: watchEntries, addedBy: operators.name })
      .from(watchEntries)
      .innerJoin(watchedVehicles, eq(watchedVehicles.id, watchEntries.vehicleId))
      .leftJoin(operators, eq(operators.id, watchEntries.addedBy))
      .where(and(entries, where))
      .orderBy(asc(watchedVehicles.addedAt), asc(watchEntries.id))
    const found = new Map<string, Watched>()
    for (const { vehicle, entry, addedBy } of rows) {
      const known = found.get(vehicle.id) ?? (await watchedOf(vehicle))
      if (!known) continue
      const listed = { owner: entry.owner, addedAtMs: entry.addedAt.getTime(), addedBy }
      found.set(vehicle.id, { ...known, entries: [...known.entries, listed] })
    }
    return [...found.values()]
  }

  async function dropUnwatched(through: Database, where?: SQL): Promise<void> {
    const entries = through
      .select({ id: watchEntries.id })
      .from(watchEntries)
      .where(eq(watchEntries.vehicleId, watchedVehicles.id))
    await through.delete(watchedVehicles).where(and(sql`not exists ${entries}`, where))
  }

  /** Changes the record of one row; `change` gives null to keep it. */
  function changeRecord(
    id: string,
    change: (before: WatchedRecord | null) => WatchedRecord | null,
  ) {
    const isThis = eq(watchedVehicles.id, id)
    return db.transaction(async (tx) => {
      const [row] = await tx.select().from(watchedVehicles).where(isThis).for('update')
      const before = row && (await recordOf(row))
      const after = row && change(before ?? null)
      if (!row || !after) return
      // Mostly only the time differs, and PGlite keeps every version of a row until it is vacuumed.
      const isSame = after.raw === before?.raw && after.changes === before.changes
      const { raw, changes, readAtMs } = after
      const record = isSame
        ? row.record
        : await encrypt(JSON.stringify({ raw, changes }), 'record', id)
      await tx
        .update(watchedVehicles)
        .set({ record, recordReadAt: at(readAtMs) })
        .where(isThis)
    })
  }

  const inTurn = createFairQueue({ permits: 1, limits: WAITING })

  /** One at a time: those that wait for the lock hold no connection that other requests need. */
  function changeLists<T>(owner: Owner, change: (tx: Database) => Promise<T>): Promise<T> {
    const changed = () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${LISTS_LOCK})`)
        return change(tx)
      })
    return inTurn(changed, { owner: owner ?? 'shared' }, () => new ProblemError('busy'))
  }

  /** Moves a vehicle that an earlier key encrypted to its row of the present key. */
  function renew(earlierId: string, vehicleId: string): Promise<void> {
    const id = hash(vehicleId)
    return changeLists(null, async (tx) => {
      const isEarlier = eq(watchedVehicles.id, earlierId)
      const [row] = await tx.select().from(watchedVehicles).where(isEarlier).for('update')
      // Another node has moved it.
      if (!row) return
      await tx
        .insert(watchedVehicles)
        .values({
          ...row,
          id,
          vehicle: await encrypt(vehicleId, 'id', id),
          record: await encryptAnew('record', row, id),
          report: await encryptAnew('report', row, id),
        })
        .onConflictDoNothing()
      const isOfEarlier = eq(watchEntries.vehicleId, earlierId)
      for (const entry of await tx.select().from(watchEntries).where(isOfEarlier)) {
        const moved = { ...entry, id: entryId(entry.owner, id), vehicleId: id }
        await tx.insert(watchEntries).values(moved).onConflictDoNothing()
      }
      await tx.delete(watchedVehicles).where(isEarlier)
    })
  }

  async function encryptAnew(column: 'record' | 'report', row: Row, id: string) {
    const text = await decrypt(row[column], column, row.id)
    return text === null ? null : encrypt(text, column, id)
  }

  /** Entries of an unknown key are shown to no one, and cannot be removed: they fill no list. */
  async function isFull(tx: Database, owner: Owner): Promise<boolean> {
    if ((await tx.$count(watchEntries, isIn(owner))) < maximum) return false
    const rows = await tx
      .select(encryptedId)
      .from(watchEntries)
      .innerJoin(watchedVehicles, eq(watchedVehicles.id, watchEntries.vehicleId))
      .where(isIn(owner))
    const ids = await Promise.all(rows.map(idOf))
    const readable = ids.filter((vehicleId) => vehicleId !== null)
    return readable.length >= maximum
  }

  return {
    list: (owner) => select(isVisibleTo(owner)),
    listAll: () => select(),
    async find(owner, vehicleId) {
      const isThis = eq(watchedVehicles.id, hash(vehicleId))
      const [found] = await select(isVisibleTo(owner), isThis)
      return found ?? null
    },

    async add(owner, vehicleId, operatorId, addedAtMs = now()) {
      const id = hash(vehicleId)
      const addedAt = at(addedAtMs)
      const vehicle = await encrypt(vehicleId, 'id', id)
      return changeLists(owner, async (tx) => {
        if (await isFull(tx, owner)) {
          const isThis = and(isIn(owner), eq(watchEntries.vehicleId, id))
          const known = await tx.$count(watchEntries, isThis)
          return known > 0 ? 'known' : 'full'
        }
        await tx.insert(watchedVehicles).values({ id, vehicle, addedAt }).onConflictDoNothing()
        const entry = {
          id: entryId(owner, id),
          vehicleId: id,
          owner,
          addedBy: operatorId,
          addedAt,
        }
        const added = await tx
          .insert(watchEntries)
          .values(entry)
          .onConflictDoNothing()
          .returning({ id: watchEntries.id })
        return added.length > 0 ? 'added' : 'known'
      })
    },

    async remove(owner, vehicleId) {
      const id = hash(vehicleId)
      return changeLists(owner, async (tx) => {
        const removed = await tx
          .delete(watchEntries)
          .where(and(isIn(owner), eq(watchEntries.vehicleId, id)))
          .returning({ id: watchEntries.id })
        await dropUnwatched(tx, eq(watchedVehicles.id, id))
        return removed.length > 0
      })
    },

    async watchedIds() {
      const rows = await db.select(encryptedId).from(watchedVehicles)
      const ids = await Promise.all(rows.map(idOf))
      unreadable = rows.flatMap((row, at) => (ids[at] === null ? [row.id] : []))
      for (const [at, row] of rows.entries()) {
        const vehicleId = ids[at]
        if (vehicleId && row.id !== hash(vehicleId)) await renew(row.id, vehicleId)
      }
      return ids.filter((id) => id !== null)
    },
    get unreadable() {
      return unreadable.length
    },

    updateRecord: (vehicleId, change) =>
      changeRecord(hash(vehicleId), (before) => change(before ?? NO_RECORD)),

    async saveReports(reports) {
      if (reports.size === 0) return
      const rows = await Promise.all(
        [...reports].map(async ([vehicleId, report]) => {
          const id = hash(vehicleId)
          const encrypted = await encrypt(JSON.stringify(report), 'report', id)
          return sql`(${id}, ${encrypted}, ${moment(report.readAtMs)})`
        }),
      )
      const { id, reportReadAt } = watchedVehicles
      // Locked in one order on every node, or two of them would wait for each other.
      await db.execute(sql`
        with new (id, report, read_at) as (values ${sql.join(rows, sql`, `)}),
        locked as (
          select ${id} from ${watchedVehicles}
          where ${id} in (select id from new) order by ${id} for update
        )
        update ${watchedVehicles}
        set report = new.report, report_read_at = new.read_at
        from new, locked
        where ${id} = new.id and ${id} = locked.id and (
          ${reportReadAt} is null
          or ${reportReadAt} < new.read_at
          or ${isAhead(reportReadAt)}
        )`)
    },

    async claimDue({ recordMs, reportMs, most }) {
      const nowMs = now()
      const { id, claimedAt, recordReadAt, reportReadAt } = watchedVehicles
      const isOld = (column: SQLWrapper, ms: number) =>
        sql<boolean>`(${column} is null or ${column} < ${moment(nowMs - ms)} or ${isAhead(column)})`
      const needsRecord = isOld(recordReadAt, recordMs)
      const needsReport = isOld(reportReadAt, reportMs)
      const due = db
        .select({ id })
        .from(watchedVehicles)
        .where(
          and(
            isOld(claimedAt, CLAIM_MS),
            sql`(${needsRecord} or ${needsReport})`,
            unreadable.length > 0 ? notInArray(id, unreadable) : undefined,
          ),
        )
        .orderBy(sql`${claimedAt} nulls first`)
        .limit(most)
        .for('update', { skipLocked: true })
      const rows = await db
        .update(watchedVehicles)
        .set({ claimedAt: at(nowMs) })
        .where(sql`${id} in ${due}`)
        .returning({ vehicle: watchedVehicles, needsRecord, needsReport })
      const claimed: Due[] = []
      for (const { vehicle, ...needs } of rows) {
        const watched = await watchedOf(vehicle)
        if (watched) claimed.push({ ...watched, ...needs, addedAtMs: vehicle.addedAt.getTime() })
      }
      return claimed
    },

    async purge() {
      const nowMs = now()
      const { id, addedAt, recordReadAt, reportReadAt } = watchedVehicles
      const heardAt = sql`greatest(${addedAt}, ${recordReadAt}, ${reportReadAt})`
      await db.delete(watchedVehicles).where(sql`${heardAt} < ${moment(nowMs - SILENT_MS)}`)
      await dropUnwatched(db)
      for (const row of await db.select({ id }).from(watchedVehicles)) {
        await changeRecord(row.id, (before) => {
          const changes = keptChanges(before?.changes ?? [], nowMs)
          return before && changes.length < before.changes.length ? { ...before, changes } : null
        })
      }
      // PGlite never vacuums by itself.
      await db.execute(sql`vacuum ${watchedVehicles}`)
    },
  }
}
