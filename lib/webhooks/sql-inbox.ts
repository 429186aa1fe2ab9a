import { and, asc, desc, eq, exists, gt, gte, inArray, lt, or, sql } from 'drizzle-orm'
import { createYield } from '@/lib/app/clock'
import type { Encryption } from '@/lib/store/encryption'
import { arrivedBookings, webhookDeliveries, webhookMentions } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import { addDeliveries, type BookingSources, STATE_DELIVERIES, stateOf } from './booking-state'
import { createContents, type ReadReceived } from './delivery-content'
import {
  type ArrivedBooking,
  type ArrivedPage,
  cursorOf,
  type Inbox,
  parseCursor,
  type StoredDelivery,
} from './inbox'
import { createNewestPage } from './newest-page'
import type { ReceivedDelivery } from './receiver'
import { createRecentChanges } from './recent-changes'
import { insertDeliveries, updateBookings } from './store-deliveries'

/** Of PostgreSQL's advisory locks: versions are given one after the other. */
const VERSIONS_LOCK = 4_709_134

// Many deliveries at once let others go between them.
const turn = createYield()

type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** Deliveries in the store, which every node shares, encrypted. */
export function createSqlInbox(db: Database, encryption: Encryption): Inbox {
  const contents = createContents(encryption)

  async function openDelivery(row: DeliveryRow): Promise<StoredDelivery | null> {
    const received = await contents.decrypt<ReceivedDelivery>(row.content, row.id)
    return received && { ...contents.read(received), isRepeat: row.isRepeat }
  }

  const openAll = async (rows: readonly DeliveryRow[]) =>
    (await Promise.all(rows.map(openDelivery))).filter((one) => one !== null)

  async function openBooking(
    row: typeof arrivedBookings.$inferSelect,
  ): Promise<ArrivedBooking | null> {
    const sources = await contents.decrypt<BookingSources>(row.state, row.id)
    return sources && { ...stateOf(sources), key: row.id, version: row.version }
  }

  const openBookings = async (rows: readonly (typeof arrivedBookings.$inferSelect)[]) =>
    (await Promise.all(rows.map(openBooking))).filter((one) => one !== null)

  /** One after the other, so that versions grow in the order in which readers see them. */
  const alone = <T>(work: (tx: Transaction) => Promise<T>): Promise<T> =>
    db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${VERSIONS_LOCK})`)
      return work(tx)
    })

  /** Remaining sources of a booking whose older deliveries were deleted. */
  async function sourcesLeft(tx: Transaction, key: string): Promise<BookingSources | null> {
    const ofBooking = eq(webhookMentions.bookingId, key)
    const { id, receivedAt } = webhookDeliveries
    const isMentioned = and(ofBooking, eq(id, webhookMentions.deliveryId))
    const rows = await tx
      .select({ delivery: webhookDeliveries })
      .from(webhookMentions)
      .innerJoin(webhookDeliveries, isMentioned)
      .orderBy(desc(receivedAt), desc(id))
      .limit(STATE_DELIVERIES)
    const read = await openAll(rows.map(({ delivery }) => delivery))
    if (read.length === 0) return null
    const [first] = await tx
      .select({
        ms: sql<string>`extract(epoch from min(${receivedAt})) * 1000`,
        count: sql<number>`count(*)::int`,
      })
      .from(webhookMentions)
      .innerJoin(webhookDeliveries, isMentioned)
    return addDeliveries(null, key, read, {
      deliveries: first?.count,
      firstReceivedAtMs: Number(first?.ms),
    })
  }

  async function find(key: string): Promise<ArrivedBooking | null> {
    const [row] = await db.select().from(arrivedBookings).where(eq(arrivedBookings.id, key))
    return row ? openBooking(row) : null
  }

  const recent = createRecentChanges(async (version, most) =>
    openBookings(
      await db
        .select()
        .from(arrivedBookings)
        .where(gt(arrivedBookings.version, version))
        .orderBy(asc(arrivedBookings.version))
        .limit(most),
    ),
  )

  async function readPage(most: number, before: string | null): Promise<ArrivedPage> {
    const { lastReceivedAt, version } = arrivedBookings
    const after = before === null ? null : parseCursor(before)
    const rows = await db
      .select()
      .from(arrivedBookings)
      .where(
        after
          ? sql`(${lastReceivedAt}, ${version}) < (${new Date(after.lastReceivedAtMs).toISOString()}::timestamptz, ${after.version})`
          : undefined,
      )
      .orderBy(desc(lastReceivedAt), desc(version))
      .limit(most + 1)
    const shown = rows.slice(0, most)
    const last = rows.length > most ? shown.at(-1) : undefined
    const bookings = await openBookings(shown)
    return {
      bookings,
      older: last ? cursorOf(last.lastReceivedAt.getTime(), last.version) : null,
      unreadable: shown.length - bookings.length,
    }
  }

  const newest = createNewestPage((most) => readPage(most, null), recent.changedAfter)

  return {
    async store(deliveries) {
      const read: ReadReceived[] = []
      for (const one of deliveries) {
        await turn()
        read.push(contents.read(one))
      }
      return alone(async (tx) => {
        const stored = await insertDeliveries(tx, contents, read)
        const keys = new Set(stored.flatMap((one) => [...one.bookings.keys()]))
        await updateBookings(tx, contents, [...keys], async (key, before) =>
          addDeliveries(
            before,
            key,
            stored.filter(({ bookings }) => bookings.has(key)),
          ),
        )
        return stored
      })
    },

    changedAfter: recent.changedAfter,
    page: (most, before) => (before === null ? newest.page(most) : readPage(most, before)),
    countBookings: () => db.$count(arrivedBookings),
    async ofVehicle(id, ourRef, most) {
      const { vehicleId, vehicleOurRef, lastReceivedAt } = arrivedBookings
      const isNamed = [
        ...(id === null ? [] : [eq(vehicleId, contents.vehicleKey(id) as string)]),
        ...(ourRef === null ? [] : [eq(vehicleOurRef, contents.vehicleRefKey(ourRef) as string)]),
      ]
      if (isNamed.length === 0) return []
      return openBookings(
        await db
          .select()
          .from(arrivedBookings)
          .where(or(...isNamed))
          .orderBy(desc(lastReceivedAt))
          .limit(most),
      )
    },
    find,
    findById: (id) => find(contents.bookingKey(id)),
    async deliveriesOf(key, most) {
      const mentions = db
        .select({ id: webhookMentions.deliveryId })
        .from(webhookMentions)
        .where(eq(webhookMentions.bookingId, key))
      const rows = await db
        .select()
        .from(webhookDeliveries)
        .where(inArray(webhookDeliveries.id, mentions))
        .orderBy(desc(webhookDeliveries.receivedAt))
        .limit(most)
      return openAll(rows.reverse())
    },
    unrecognised: async (most) =>
      openAll(
        await db
          .select()
          .from(webhookDeliveries)
          .where(eq(webhookDeliveries.isUnrecognised, true))
          .orderBy(desc(webhookDeliveries.receivedAt))
          .limit(most),
      ),
    countUnrecognised: () =>
      db.$count(webhookDeliveries, eq(webhookDeliveries.isUnrecognised, true)),
    async countByToken() {
      const { tokenId, receivedAt } = webhookDeliveries
      const rows = await db
        .select({
          tokenId,
          deliveries: sql<number>`count(*)::int`,
          lastMs: sql<string>`extract(epoch from max(${receivedAt})) * 1000`,
        })
        .from(webhookDeliveries)
        .groupBy(tokenId)
      return new Map(
        rows.map((row) => [
          row.tokenId,
          { deliveries: row.deliveries, lastReceivedAtMs: Number(row.lastMs) },
        ]),
      )
    },
    async purge(beforeMs) {
      const before = new Date(beforeMs)
      const { id, lastReceivedAt } = arrivedBookings
      const older = db
        .select({ id: webhookMentions.id })
        .from(webhookMentions)
        .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, webhookMentions.deliveryId))
        .where(and(eq(webhookMentions.bookingId, id), lt(webhookDeliveries.receivedAt, before)))
      await alone(async (tx) => {
        const changed = await tx
          .select({ id })
          .from(arrivedBookings)
          .where(and(gte(lastReceivedAt, before), exists(older)))
        await tx.delete(webhookDeliveries).where(lt(webhookDeliveries.receivedAt, before))
        await tx.delete(arrivedBookings).where(lt(lastReceivedAt, before))
        await updateBookings(
          tx,
          contents,
          changed.map((one) => one.id),
          (key) => sourcesLeft(tx, key),
        )
      })
      recent.forget()
      newest.forget()
      // PGlite never vacuums by itself.
      for (const table of [webhookDeliveries, webhookMentions, arrivedBookings])
        await db.execute(sql`vacuum ${table}`)
    },
  }
}
