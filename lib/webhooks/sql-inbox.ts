import { and, asc, desc, eq, gt, gte, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Encryption } from '@/lib/encryption/encryption'
import { arrivedBookings, webhookDeliveries, webhookMentions } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import { createContents, type ReadReceived } from './delivery-content'
import {
  type ArrivedBooking,
  type BookingState,
  entriesOf,
  type Inbox,
  REPEAT_MS,
  STATE_DELIVERIES,
  type StoredDelivery,
  stateOf,
} from './inbox'
import type { ReceivedDelivery } from './receiver'

/** Of PostgreSQL's advisory locks: versions are given one after the other. */
const VERSIONS_LOCK = 4_709_134

type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** Deliveries in the store, which every node shares, encrypted. */
export function createSqlInbox(db: Database, encryption: Encryption): Inbox {
  const contents = createContents(encryption)

  async function openDelivery(row: DeliveryRow): Promise<StoredDelivery | null> {
    const received = await contents.open<ReceivedDelivery>(row.content, row.id)
    return received && { ...contents.read(received), isRepeat: row.isRepeat }
  }

  const openAll = async (rows: readonly DeliveryRow[]) =>
    (await Promise.all(rows.map(openDelivery))).filter((one) => one !== null)

  async function openBooking(row: typeof arrivedBookings.$inferSelect): Promise<ArrivedBooking | null> {
    const state = await contents.open<BookingState>(row.state, row.id)
    return state && { ...state, key: row.id, version: row.version }
  }

  const openBookings = async (rows: readonly (typeof arrivedBookings.$inferSelect)[]) =>
    (await Promise.all(rows.map(openBooking))).filter((one) => one !== null)

  /** @returns the keys of bookings in deliveries that were not stored before */
  async function insert(tx: Transaction, one: ReadReceived): Promise<readonly string[]> {
    const { received, bookings } = one
    const { id, tokenId } = received
    const receivedAt = new Date(received.receivedAtMs)
    const bodyHash = contents.bodyKey(received)
    const sameBody = and(
      eq(webhookDeliveries.bodyHash, bodyHash),
      ne(webhookDeliveries.id, id),
      gte(webhookDeliveries.receivedAt, new Date(received.receivedAtMs - REPEAT_MS)),
    )
    const isRepeat = (await tx.$count(webhookDeliveries, sameBody)) > 0
    const content = await contents.seal(received, id)
    const isUnrecognised = bookings.size === 0
    const stored = await tx
      .insert(webhookDeliveries)
      .values({ id, tokenId, receivedAt, bodyHash, isRepeat, isUnrecognised, content })
      .onConflictDoNothing()
      .returning({ id: webhookDeliveries.id })
    if (stored.length === 0) return []
    const keys = [...bookings.keys()]
    const mentions = keys.map((bookingId) => ({ id: `${id} ${bookingId}`, deliveryId: id, bookingId }))
    if (mentions.length > 0) await tx.insert(webhookMentions).values(mentions).onConflictDoNothing()
    return keys
  }

  async function updateState(tx: Transaction, key: string, version: number): Promise<void> {
    const ofBooking = eq(webhookMentions.bookingId, key)
    const rows = await tx
      .select({ delivery: webhookDeliveries })
      .from(webhookMentions)
      .innerJoin(webhookDeliveries, eq(webhookDeliveries.id, webhookMentions.deliveryId))
      .where(ofBooking)
      .orderBy(desc(webhookDeliveries.receivedAt), desc(webhookDeliveries.id))
      .limit(STATE_DELIVERIES)
    const opened = await openAll(rows.map(({ delivery }) => delivery))
    const entries = entriesOf(key, opened)
    if (entries.length === 0) return
    const state = stateOf(entries, await tx.$count(webhookMentions, ofBooking))
    const values = {
      version,
      lastReceivedAt: new Date(state.lastReceivedAtMs),
      vehicleId: contents.vehicleKey(state.vehicleId),
      vehicleOurRef: contents.vehicleRefKey(state.vehicleOurRef),
      state: await contents.seal(state, key),
    }
    await tx
      .insert(arrivedBookings)
      .values({ id: key, ...values })
      .onConflictDoUpdate({ target: arrivedBookings.id, set: values })
  }

  async function find(key: string): Promise<ArrivedBooking | null> {
    const [row] = await db.select().from(arrivedBookings).where(eq(arrivedBookings.id, key))
    return row ? openBooking(row) : null
  }

  return {
    async store(deliveries) {
      const read = deliveries.map(contents.read)
      await db.transaction(async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${VERSIONS_LOCK})`)
        const keys = new Set<string>()
        for (const one of read) for (const key of await insert(tx, one)) keys.add(key)
        const [last] = await tx
          .select({ version: sql<string>`coalesce(max(${arrivedBookings.version}), 0)` })
          .from(arrivedBookings)
        // Not below the time: when all are deleted, later versions must still be later.
        let version = Math.max(Number(last?.version ?? 0), Date.now())
        for (const key of keys) await updateState(tx, key, ++version)
      })
    },

    changedAfter: async (version, most) =>
      openBookings(
        await db
          .select()
          .from(arrivedBookings)
          .where(gt(arrivedBookings.version, version))
          .orderBy(asc(arrivedBookings.version))
          .limit(most),
      ),
    latest: async (most) =>
      openBookings(
        await db
          .select()
          .from(arrivedBookings)
          .orderBy(desc(arrivedBookings.lastReceivedAt), desc(arrivedBookings.version))
          .limit(most),
      ),
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
      await db.delete(webhookDeliveries).where(lt(webhookDeliveries.receivedAt, before))
      await db.delete(arrivedBookings).where(lt(arrivedBookings.lastReceivedAt, before))
      // PGlite never vacuums by itself.
      for (const table of [webhookDeliveries, webhookMentions, arrivedBookings])
        await db.execute(sql`vacuum ${table}`)
    },
  }
}
