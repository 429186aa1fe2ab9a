import { and, asc, desc, eq, gt, gte, inArray, lt, ne, or, sql } from 'drizzle-orm'
import type { Encryption } from '@/lib/encryption/encryption'
import { bookingHistory, type HistoryEntry, type StatusChange } from '@/lib/inspect/delivery/booking-history'
import type { JsonObject } from '@/lib/interface/resources'
import { arrivedBookings, webhookDeliveries, webhookMentions } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import { createContents, type ReadReceived } from './delivery-content'
import type { ReceivedDelivery } from './receiver'

/** A body that came before within this time is a repetition. */
const REPEAT_MS = 10 * 60_000
/** Deliveries out of which a booking's state is made: the last so many. */
const STATE_DELIVERIES = 200
/** Of PostgreSQL's advisory locks: versions are given one after the other. */
const VERSIONS_LOCK = 4_709_134

/** A booking out of its deliveries. */
export interface ArrivedBooking {
  readonly key: string
  readonly version: number
  readonly id: string | null
  readonly ourRef: string | null
  readonly status: string | null
  /** False where the bodies do not decide which status is the present one. */
  readonly isOrderKnown: boolean
  /** The newest body that holds the whole booking; null where none does. */
  readonly record: JsonObject | null
  readonly vehicleId: string | null
  readonly vehicleOurRef: string | null
  readonly changes: readonly StatusChange[]
  readonly deliveries: number
  readonly firstReceivedAtMs: number
  readonly lastReceivedAtMs: number
}

type State = Omit<ArrivedBooking, 'key' | 'version'>

export interface StoredDelivery extends ReadReceived {
  readonly isRepeat: boolean
}

/** Deliveries and their bookings in the store, encrypted. */
export interface Inbox {
  /** Stores deliveries; those that are stored already change nothing. */
  store(deliveries: readonly ReceivedDelivery[]): Promise<void>
  /** Bookings that changed after a version, oldest change first. */
  changedAfter(version: number, most: number): Promise<ArrivedBooking[]>
  /** The newest first. */
  latest(most: number): Promise<ArrivedBooking[]>
  ofVehicle(id: string | null, ourRef: string | null, most: number): Promise<ArrivedBooking[]>
  find(key: string): Promise<ArrivedBooking | null>
  /** Of one booking, the oldest first. */
  deliveriesOf(key: string, most: number): Promise<StoredDelivery[]>
  /** In which no booking was recognised, the newest first. */
  unrecognised(most: number): Promise<StoredDelivery[]>
  /** Time of the last delivery and how many there are, by token. */
  countByToken(): Promise<ReadonlyMap<string, { deliveries: number; lastReceivedAtMs: number }>>
  /** Deletes what was received before, and bookings that nothing was received of since. */
  purge(beforeMs: number): Promise<void>
}

type DeliveryRow = typeof webhookDeliveries.$inferSelect

export function createInbox(db: Database, encryption: Encryption): Inbox {
  const contents = createContents(encryption)

  async function openDelivery(row: DeliveryRow): Promise<StoredDelivery | null> {
    const received = await contents.open<ReceivedDelivery>(row.content, row.id)
    return received && { ...contents.read(received), isRepeat: row.isRepeat }
  }

  const openAll = async (rows: readonly DeliveryRow[]) =>
    (await Promise.all(rows.map(openDelivery))).filter((one) => one !== null)

  async function openBooking(row: typeof arrivedBookings.$inferSelect): Promise<ArrivedBooking | null> {
    const state = await contents.open<State>(row.state, row.id)
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
    const entries = opened.flatMap(({ received, bookings }): HistoryEntry[] => {
      const booking = bookings.get(key)
      return booking ? [{ id: received.id, receivedAtMs: received.receivedAtMs, booking }] : []
    })
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
        let version = Number(last?.version ?? 0)
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
    async find(key) {
      const [row] = await db.select().from(arrivedBookings).where(eq(arrivedBookings.id, key))
      return row ? openBooking(row) : null
    },
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

/** @param deliveries of the booking in all, also those that were not read again */
function stateOf(entries: readonly HistoryEntry[], deliveries: number): State {
  const { newest, newestWhole, isOrderKnown, changes } = bookingHistory(entries)
  // What the newest body does not say, an older one may.
  const said = (read: (one: HistoryEntry) => string | null) =>
    read(newest) ??
    (newestWhole && read(newestWhole)) ??
    entries.map(read).find((one) => one !== null) ??
    null
  const receivedAtMs = entries.map((one) => one.receivedAtMs)
  return {
    id: said(({ booking }) => booking.id),
    ourRef: said(({ booking }) => booking.ourRef),
    status: said(({ booking }) => booking.status),
    isOrderKnown,
    record: newestWhole?.booking.record ?? null,
    vehicleId: said(({ booking }) => booking.vehicleId),
    vehicleOurRef: said(({ booking }) => booking.vehicleOurRef),
    changes,
    deliveries,
    firstReceivedAtMs: Math.min(...receivedAtMs),
    lastReceivedAtMs: Math.max(...receivedAtMs),
  }
}
