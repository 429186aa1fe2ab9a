import { and, gte, inArray, sql } from 'drizzle-orm'
import { arrivedBookings, webhookDeliveries, webhookMentions } from '@/lib/store/schema'
import type { Transaction } from '@/lib/store/store'
import { type BookingSources, stateOf } from '@/lib/webhooks/booking-state'
import { type Contents, createRepeats, REPEAT_MS, type ReadReceived } from './delivery-content'
import type { StoredDelivery } from './inbox'

/** Rows of one statement: building it holds the event loop for a millisecond or two. */
const ROWS_MAXIMUM = 50

/** @returns those that were not stored before */
export async function insertDeliveries(
  tx: Transaction,
  contents: Contents,
  read: readonly ReadReceived[],
): Promise<StoredDelivery[]> {
  const { id } = webhookDeliveries
  const ids = read.map(({ received }) => received.id)
  const knownRows = await tx.select({ id }).from(webhookDeliveries).where(inArray(id, ids))
  const known = new Set(knownRows.map((row) => row.id))
  const unknown = read.filter(({ received }) => !known.has(received.id))
  if (unknown.length === 0) return []
  const added = unknown.map((delivery) => {
    const bodyHash = contents.bodyKey(delivery.received)
    return { ...delivery, bodyHash }
  })

  const times = added.map(({ received }) => received.receivedAtMs)
  const hashes = added.map(({ bodyHash }) => bodyHash)
  const sinceMs = Math.min(...times) - REPEAT_MS
  const isRepeat = createRepeats(await lastByBody(tx, hashes, sinceMs))
  const rows = await Promise.all(
    added.map(async ({ received, bookings, bodyHash }) => ({
      id: received.id,
      tokenId: received.tokenId,
      receivedAt: new Date(received.receivedAtMs),
      bodyHash,
      isRepeat: isRepeat(bodyHash, received.receivedAtMs),
      isUnrecognised: bookings.size === 0,
      content: await contents.encrypt(received, received.id),
    })),
  )
  for (let at = 0; at < rows.length; at += ROWS_MAXIMUM) {
    const batch = rows.slice(at, at + ROWS_MAXIMUM)
    await tx.insert(webhookDeliveries).values(batch)
  }
  await insertMentions(tx, added)
  return added.map((delivery, at) => {
    const isRepeat = rows[at]?.isRepeat ?? false
    return { ...delivery, isRepeat }
  })
}

/** When bodies last came since a time, by their hashes. */
async function lastByBody(
  tx: Transaction,
  hashes: readonly string[],
  sinceMs: number,
): Promise<Map<string, number>> {
  const { bodyHash, receivedAt } = webhookDeliveries
  const lastMs = sql<string>`extract(epoch from max(${receivedAt})) * 1000`
  const isOfBodies = inArray(bodyHash, hashes)
  const isLater = gte(receivedAt, new Date(sinceMs))
  const rows = await tx
    .select({ bodyHash, lastMs })
    .from(webhookDeliveries)
    .where(and(isOfBodies, isLater))
    .groupBy(bodyHash)
  return new Map(rows.map((row) => [row.bodyHash, Number(row.lastMs)]))
}

/**
 * A body names up to a hundred bookings: as two values of one statement
 * instead of three for each row.
 */
async function insertMentions(tx: Transaction, added: readonly ReadReceived[]): Promise<void> {
  const pairs = added.flatMap(({ received, bookings }) => {
    const keys = [...bookings.keys()]
    return keys.map((key) => [received.id, key])
  })
  if (pairs.length === 0) return
  const deliveries = sql.param(pairs.map(([id]) => id))
  const bookings = sql.param(pairs.map(([, key]) => key))
  const { id, deliveryId, bookingId } = webhookMentions
  await tx.execute(sql`insert into ${webhookMentions} (${sql.identifier(id.name)}, ${sql.identifier(deliveryId.name)}, ${sql.identifier(bookingId.name)})
    select delivery || ' ' || booking, delivery, booking from unnest(${deliveries}::text[], ${bookings}::text[]) as named (delivery, booking)`)
}

/** Bookings of one statement: the embedded database answers one after the other. */
const KEYS_AT_ONCE = 50
const CHANGED_COLUMNS = [
  'version',
  'lastReceivedAt',
  'vehicleId',
  'vehicleOurRef',
  'state',
] as const

/** Assigns the columns of the row that could not be inserted. */
function excludedColumns() {
  const columns = CHANGED_COLUMNS.map((name) => {
    const column = arrivedBookings[name].name
    return [name, sql.raw(`excluded."${column}"`)]
  })
  return Object.fromEntries(columns)
}

/** @param sourcesOf sources that a booking is to be made of; null leaves it as it is */
export async function updateBookings(
  tx: Transaction,
  contents: Contents,
  keys: readonly string[],
  sourcesOf: (key: string, before: BookingSources | null) => Promise<BookingSources | null>,
): Promise<void> {
  const { id, state, version } = arrivedBookings
  const [last] = await tx
    .select({ version: sql<string>`coalesce(max(${version}), 0)` })
    .from(arrivedBookings)
  // Not below the time: when all are deleted, later versions must still be later.
  let number = Math.max(Number(last?.version ?? 0), Date.now())
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    const batch = keys.slice(at, at + KEYS_AT_ONCE)
    const found = await tx.select({ id, state }).from(arrivedBookings).where(inArray(id, batch))
    const stateByKey = new Map(found.map((row) => [row.id, row.state]))
    const rows: (typeof arrivedBookings.$inferInsert)[] = []
    for (const key of batch) {
      const encrypted = stateByKey.get(key)
      const before = encrypted ? await contents.decrypt<BookingSources>(encrypted, key) : null
      const sources = await sourcesOf(key, before)
      if (!sources) continue
      number++
      const row = await rowOf(contents, key, sources, number)
      rows.push(row)
    }
    if (rows.length === 0) continue
    await tx.insert(arrivedBookings).values(rows).onConflictDoUpdate({
      target: arrivedBookings.id,
      set: excludedColumns(),
    })
  }
}

async function rowOf(contents: Contents, key: string, sources: BookingSources, version: number) {
  const { lastReceivedAtMs, vehicleId, vehicleOurRef } = stateOf(sources)
  return {
    id: key,
    version,
    lastReceivedAt: new Date(lastReceivedAtMs),
    vehicleId: contents.vehicleKey(vehicleId),
    vehicleOurRef: contents.vehicleRefKey(vehicleOurRef),
    state: await contents.encrypt(sources, key),
  }
}
