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
  type ListPlace,
  parseCursor,
  type StoredDelivery,
  type TokenCount,
} from './inbox'
import { createNewestPage } from './newest-page'
import type { ReceivedDelivery } from './receiver'
import { createRecentChanges } from './recent-changes'
import { renewBookings } from './renew-bookings'
import { insertDeliveries, updateBookings } from './store-deliveries'

/** Number of PostgreSQL's advisory lock under which versions are given one after the other. */
const VERSIONS_LOCK = 4_709_134

// Many deliveries at once let others go between them.
const turn = createYield()

type DeliveryRow = typeof webhookDeliveries.$inferSelect
type BookingRow = typeof arrivedBookings.$inferSelect

/** Deliveries in the store, which every node shares, encrypted. */
export function createSqlInbox(db: Database, encryption: Encryption): Inbox {
  const contents = createContents(encryption)
  let isRenewed = !encryption.hasEarlier

  async function decryptDelivery(row: DeliveryRow): Promise<StoredDelivery | null> {
    const received = await contents.decrypt<ReceivedDelivery>(row.content, row.id)
    return received && { ...contents.read(received), isRepeat: row.isRepeat }
  }

  async function decryptDeliveries(rows: readonly DeliveryRow[]): Promise<StoredDelivery[]> {
    const deliveries = await Promise.all(rows.map(decryptDelivery))
    return deliveries.filter((delivery) => delivery !== null)
  }

  async function decryptBooking(row: BookingRow): Promise<ArrivedBooking | null> {
    const sources = await contents.decrypt<BookingSources>(row.state, row.id)
    return sources && { ...stateOf(sources), key: row.id, version: row.version }
  }

  async function decryptBookings(rows: readonly BookingRow[]): Promise<ArrivedBooking[]> {
    const bookings = await Promise.all(rows.map(decryptBooking))
    return bookings.filter((booking) => booking !== null)
  }

  /** One after the other, so that versions grow in the order in which readers see them. */
  function inVersionOrder<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${VERSIONS_LOCK})`)
      return work(tx)
    })
  }

  /** Sources of a booking whose older deliveries were deleted; null where none remains. */
  async function remainingSources(tx: Transaction, key: string): Promise<BookingSources | null> {
    const ofBooking = eq(webhookMentions.bookingId, key)
    const { id, receivedAt } = webhookDeliveries
    const isMentioned = and(ofBooking, eq(id, webhookMentions.deliveryId))
    const rows = await tx
      .select({ delivery: webhookDeliveries })
      .from(webhookMentions)
      .innerJoin(webhookDeliveries, isMentioned)
      .orderBy(desc(receivedAt), desc(id))
      .limit(STATE_DELIVERIES)
    const read = await decryptDeliveries(rows.map(({ delivery }) => delivery))
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
    return row ? decryptBooking(row) : null
  }

  async function readChanges(version: number, most: number): Promise<ArrivedBooking[]> {
    const rows = await db
      .select()
      .from(arrivedBookings)
      .where(gt(arrivedBookings.version, version))
      .orderBy(asc(arrivedBookings.version))
      .limit(most)
    return decryptBookings(rows)
  }

  const recent = createRecentChanges(readChanges)

  async function readPage(most: number, before: string | null): Promise<ArrivedPage> {
    const { lastReceivedAt, version } = arrivedBookings
    const place = before === null ? null : parseCursor(before)
    const rows = await db
      .select()
      .from(arrivedBookings)
      .where(place ? isOlder(place) : undefined)
      .orderBy(desc(lastReceivedAt), desc(version))
      .limit(most + 1)
    const page = rows.slice(0, most)
    const last = rows.length > most ? page.at(-1) : undefined
    const bookings = await decryptBookings(page)
    return {
      bookings,
      older: last
        ? cursorOf({ lastReceivedAtMs: last.lastReceivedAt.getTime(), version: last.version })
        : null,
      unreadable: page.length - bookings.length,
    }
  }

  const newest = createNewestPage((most) => readPage(most, null), recent.changedAfter)

  return {
    async store(deliveries) {
      const read: ReadReceived[] = []
      for (const delivery of deliveries) {
        await turn()
        read.push(contents.read(delivery))
      }
      return inVersionOrder(async (tx) => {
        const stored = await insertDeliveries(tx, contents, read)
        const keys = new Set(stored.flatMap(({ bookings }) => [...bookings.keys()]))
        await updateBookings(tx, contents, [...keys], async (key, before) => {
          const mentions = stored.filter(({ bookings }) => bookings.has(key))
          return addDeliveries(before, key, mentions)
        })
        return stored
      })
    },

    changedAfter: recent.changedAfter,
    page: (most, before) => (before === null ? newest.page(most) : readPage(most, before)),
    countBookings: () => db.$count(arrivedBookings),
    async newestVersion() {
      const { version } = arrivedBookings
      const rows = await db
        .select({ version })
        .from(arrivedBookings)
        .orderBy(desc(version))
        .limit(1)
      return rows[0]?.version ?? 0
    },
    async ofVehicle(id, ourRef, most) {
      const { vehicleId, vehicleOurRef, lastReceivedAt } = arrivedBookings
      const idKey = contents.vehicleKey(id)
      const refKey = contents.vehicleRefKey(ourRef)
      if (idKey === null && refKey === null) return []
      const isById = idKey === null ? undefined : eq(vehicleId, idKey)
      const isByRef = refKey === null ? undefined : eq(vehicleOurRef, refKey)
      const rows = await db
        .select()
        .from(arrivedBookings)
        .where(or(isById, isByRef))
        .orderBy(desc(lastReceivedAt))
        .limit(most)
      return decryptBookings(rows)
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
      return decryptDeliveries(rows.reverse())
    },
    unrecognised: async (most) =>
      decryptDeliveries(
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
      const counts = new Map<string, TokenCount>()
      for (const { tokenId, deliveries, lastMs } of rows) {
        counts.set(tokenId, { deliveries, lastReceivedAtMs: Number(lastMs) })
      }
      return counts
    },
    async purge(beforeMs) {
      if (!isRenewed) await renewBookings(db, contents, inVersionOrder)
      isRenewed = true
      const before = new Date(beforeMs)
      const { id, lastReceivedAt } = arrivedBookings
      const older = db
        .select({ id: webhookMentions.id })
        .from(webhookMentions)
        .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, webhookMentions.deliveryId))
        .where(and(eq(webhookMentions.bookingId, id), lt(webhookDeliveries.receivedAt, before)))
      await inVersionOrder(async (tx) => {
        const changed = await tx
          .select({ id })
          .from(arrivedBookings)
          .where(and(gte(lastReceivedAt, before), exists(older)))
        await tx.delete(webhookDeliveries).where(lt(webhookDeliveries.receivedAt, before))
        await tx.delete(arrivedBookings).where(lt(lastReceivedAt, before))
        const keys = changed.map((row) => row.id)
        await updateBookings(tx, contents, keys, (key) => remainingSources(tx, key))
      })
      recent.forget()
      newest.forget()
      // PGlite never vacuums by itself.
      for (const table of [webhookDeliveries, webhookMentions, arrivedBookings]) {
        await db.execute(sql`vacuum ${table}`)
      }
    },
  }
}

function isOlder({ lastReceivedAtMs, version }: ListPlace) {
  const receivedAt = new Date(lastReceivedAtMs).toISOString()
  const { lastReceivedAt, version: versionColumn } = arrivedBookings
  return sql`(${lastReceivedAt}, ${versionColumn}) < (${receivedAt}::timestamptz, ${version})`
}
