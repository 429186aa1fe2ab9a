import { and, asc, eq, isNull, notInArray, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { WATCHED_MAXIMUM } from '@/lib/api/contract/watch-list'
import { createFairQueue } from '@/lib/app/fair-queue'
import type { Encryption } from '@/lib/store/encryption'
import { operators, watchEntries, watchedVehicles } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import { createEncryptedColumns } from './encrypted-columns'
import {
  AHEAD_MS,
  CLAIM_MS,
  type Due,
  type Owner,
  SILENT_MS,
  type Watched,
  type WatchStore,
} from './watch-store'
import { keptChanges, NO_RECORD } from './watched-state'

const recordColumns = { record: watchedVehicles.record, recordReadAt: watchedVehicles.recordReadAt }

/** Of PostgreSQL's advisory locks: lists change one after the other, so that none grows beyond its bound. */
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
  const columns = createEncryptedColumns(encryption)
  const at = (ms: number) => new Date(ms)
  const moment = (ms: number) => sql`${at(ms).toISOString()}::timestamptz`
  const isAhead = (column: SQLWrapper) => sql`${column} > ${moment(now() + AHEAD_MS)}`
  /** Rows of an earlier key, as of the last `watchedIds`. */
  let unreadable: string[] = []
  const isIn = (owner: Owner) => (owner === null ? isNull(watchEntries.owner) : eq(watchEntries.owner, owner))

  async function select(owner: Owner, where?: SQL): Promise<Watched[]> {
    const rows = await db
      .select({ vehicle: watchedVehicles, entry: watchEntries, addedBy: operators.name })
      .from(watchEntries)
      .innerJoin(watchedVehicles, eq(watchedVehicles.id, watchEntries.vehicleId))
      .leftJoin(operators, eq(operators.id, watchEntries.addedBy))
      .where(and(or(isNull(watchEntries.owner), isIn(owner)), where))
      .orderBy(asc(watchedVehicles.addedAt), asc(watchEntries.id))
    const found = new Map<string, Watched>()
    for (const { vehicle, entry, addedBy } of rows) {
      const known = found.get(vehicle.id) ?? (await columns.decryptRow(vehicle))
      if (!known) continue
      const one = { owner: entry.owner, addedAtMs: entry.addedAt.getTime(), addedBy }
      found.set(vehicle.id, { ...known, entries: [...known.entries, one] })
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

  /** Entries of an earlier key are shown to no one, and cannot be removed: they fill no list. */
  async function isFull(tx: Database, owner: Owner): Promise<boolean> {
    if ((await tx.$count(watchEntries, isIn(owner))) < maximum) return false
    const { id, vehicle } = watchedVehicles
    const rows = await tx
      .select({ id, vehicle })
      .from(watchEntries)
      .innerJoin(watchedVehicles, eq(id, watchEntries.vehicleId))
      .where(isIn(owner))
    const decrypted = await Promise.all(rows.map((row) => columns.decryptId(row.vehicle, row.id)))
    return decrypted.filter((one) => one !== null).length >= maximum
  }

  return {
    list: (owner) => select(owner),
    find: async (owner, vehicleId) =>
      (await select(owner, eq(watchedVehicles.id, columns.hash(vehicleId))))[0] ?? null,

    async add(owner, vehicleId, operatorId, addedAtMs = now()) {
      const id = columns.hash(vehicleId)
      const addedAt = at(addedAtMs)
      const vehicle = await columns.encryptId(vehicleId)
      return changeLists(owner, async (tx) => {
        if (await isFull(tx, owner)) {
          const known = await tx.$count(watchEntries, and(isIn(owner), eq(watchEntries.vehicleId, id)))
          return known > 0 ? 'known' : 'full'
        }
        await tx.insert(watchedVehicles).values({ id, vehicle, addedAt }).onConflictDoNothing()
        const entry = { id: `${owner ?? ''} ${id}`, vehicleId: id, owner, addedBy: operatorId, addedAt }
        const added = await tx
          .insert(watchEntries)
          .values(entry)
          .onConflictDoNothing()
          .returning({ id: watchEntries.id })
        return added.length > 0 ? 'added' : 'known'
      })
    },

    async remove(owner, vehicleId) {
      const id = columns.hash(vehicleId)
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
      const { id, vehicle } = watchedVehicles
      const rows = await db.select({ id, vehicle }).from(watchedVehicles)
      const ids = await Promise.all(rows.map((row) => columns.decryptId(row.vehicle, row.id)))
      unreadable = rows.flatMap((row, at) => (ids[at] === null ? [row.id] : []))
      return ids.filter((id) => id !== null)
    },
    get unreadable() {
      return unreadable.length
    },

    async updateRecord(vehicleId, change) {
      const id = columns.hash(vehicleId)
      await db.transaction(async (tx) => {
        const [row] = await tx
          .select(recordColumns)
          .from(watchedVehicles)
          .where(eq(watchedVehicles.id, id))
          .for('update')
        if (!row) return
        const before = (await columns.decryptRecord(row, id)) ?? NO_RECORD
        const after = change(before)
        if (after === null) return
        // Mostly only the time differs, and PGlite keeps every version of a row until it is vacuumed.
        const isSame = after.raw === before.raw && after.changes === before.changes
        const record = isSame ? row.record : await columns.encryptRecord(after, id)
        const values = { record, recordReadAt: at(after.readAtMs) }
        await tx.update(watchedVehicles).set(values).where(eq(watchedVehicles.id, id))
      })
    },

    async saveReports(reports) {
      if (reports.size === 0) return
      const rows = await Promise.all(
        [...reports].map(async ([vehicleId, report]) => {
          const id = columns.hash(vehicleId)
          const encrypted = await columns.encryptReport(report, id)
          return sql`(${id}, ${encrypted}, ${at(report.readAtMs).toISOString()}::timestamptz)`
        }),
      )
      const { id, reportReadAt } = watchedVehicles
      await db.execute(sql`
        update ${watchedVehicles} set report = new.report, report_read_at = new.read_at
        from (values ${sql.join(rows, sql`, `)}) as new (id, report, read_at)
        where ${id} = new.id and (${reportReadAt} is null or ${reportReadAt} < new.read_at or ${isAhead(reportReadAt)})`)
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
        const decrypted = await columns.decryptRow(vehicle)
        if (!decrypted) continue
        const { vehicleId, record, report } = decrypted
        const addedAtMs = vehicle.addedAt.getTime()
        claimed.push({ vehicleId, addedAtMs, report, hasRecord: record.raw !== null, ...needs })
      }
      return claimed
    },

    async purge() {
      const nowMs = now()
      const { id, addedAt, recordReadAt, reportReadAt } = watchedVehicles
      const silent = sql`greatest(${addedAt}, ${recordReadAt}, ${reportReadAt}) < ${at(nowMs - SILENT_MS).toISOString()}::timestamptz`
      await db.delete(watchedVehicles).where(silent)
      await dropUnwatched(db)
      for (const row of await db.select({ id }).from(watchedVehicles)) {
        await db.transaction(async (tx) => {
          const isThis = eq(id, row.id)
          const [found] = await tx.select(recordColumns).from(watchedVehicles).where(isThis).for('update')
          const record = found && (await columns.decryptRecord(found, row.id))
          const changes = record && keptChanges(record.changes, nowMs)
          if (!record || !changes || changes.length === record.changes.length) return
          const encrypted = await columns.encryptRecord({ ...record, changes }, row.id)
          await tx.update(watchedVehicles).set({ record: encrypted }).where(isThis)
        })
      }
      // PGlite never vacuums by itself.
      await db.execute(sql`vacuum ${watchedVehicles}`)
    },
  }
}
