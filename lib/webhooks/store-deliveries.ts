import { and, gte, inArray, sql } from 'drizzle-orm'
import { arrivedBookings, webhookDeliveries, webhookMentions } from '@/lib/store/schema'
import type { Transaction } from '@/lib/store/store'
import { type BookingSources, stateOf } from '@/lib/webhooks/booking-state'
import type { Contents, ReadReceived } from './delivery-content'
import { createRepeats, REPEAT_MS, type StoredDelivery } from './inbox'

/** Of one statement: building it holds the event loop for a millisecond or two. */
const ROWS_MAXIMUM = 50

/** @returns those that were not stored before */
export async function insertDeliveries(
  tx: Transaction,
  contents: Contents,
  read: readonly ReadReceived[],
): Promise<StoredDelivery[]> {
  const { id, bodyHash, receivedAt } = webhookDeliveries
  const ids = read.map((one) => one.received.id)
  const known = await tx.select({ id }).from(webhookDeliveries).where(inArray(id, ids))
  const isKnown = new Set(known.map((one) => one.id))
  const added = read
    .filter(({ received }) => !isKnown.has(received.id))
    .map((one) => ({ ...one, bodyHash: contents.bodyKey(one.received) }))
  if (added.length === 0) return []
  const firstMs = Math.min(...added.map(({ received }) => received.receivedAtMs))
  const hashes = added.map((one) => one.bodyHash)
  const same = await tx
    .select({ bodyHash, lastMs: sql<string>`extract(epoch from max(${receivedAt})) * 1000` })
    .from(webhookDeliveries)
    .where(and(inArray(bodyHash, hashes), gte(receivedAt, new Date(firstMs - REPEAT_MS))))
    .groupBy(bodyHash)
  const isRepeat = createRepeats(new Map(same.map((one) => [one.bodyHash, Number(one.lastMs)])))
  const rows = await Promise.all(
    added.map(async ({ received, bookings, bodyHash: hash }) => ({
      id: received.id,
      tokenId: received.tokenId,
      receivedAt: new Date(received.receivedAtMs),
      bodyHash: hash,
      isRepeat: isRepeat(hash, received.receivedAtMs),
      isUnrecognised: bookings.size === 0,
      content: await contents.encrypt(received, received.id),
    })),
  )
  for (let at = 0; at < rows.length; at += ROWS_MAXIMUM)
    await tx.insert(webhookDeliveries).values(rows.slice(at, at + ROWS_MAXIMUM))
  await insertMentions(tx, added)
  return added.map((one, at) => ({ ...one, isRepeat: rows[at]?.isRepeat ?? false }))
}

/**
 * A body names up to a hundred bookings: as two values of one statement
 * instead of three for each row.
 */
async function insertMentions(tx: Transaction, added: readonly ReadReceived[]): Promise<void> {
  const pairs = added.flatMap(({ received: { id }, bookings }) =>
    [...bookings.keys()].map((key) => [id, key]),
  )
  if (pairs.length === 0) return
  const deliveries = sql.param(pairs.map(([id]) => id))
  const bookings = sql.param(pairs.map(([, key]) => key))
  const { id, deliveryId, bookingId } = webhookMentions
  await tx.execute(sql`insert into ${webhookMentions} (${sql.identifier(id.name)}, ${sql.identifier(deliveryId.name)}, ${sql.identifier(bookingId.name)})
    select delivery || ' ' || booking, delivery, booking from unnest(${deliveries}::text[], ${bookings}::text[]) as named (delivery, booking)`)
}

/** Bookings of one statement: the embedded database answers one after the other. */
const KEYS_AT_ONCE = 50
const CHANGED = ['version', 'lastReceivedAt', 'vehicleId', 'vehicleOurRef', 'state'] as const

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
    const some = keys.slice(at, at + KEYS_AT_ONCE)
    const found = await tx.select({ id, state }).from(arrivedBookings).where(inArray(id, some))
    const before = new Map(found.map((row) => [row.id, row.state]))
    const rows: (typeof arrivedBookings.$inferInsert)[] = []
    for (const key of some) {
      const encrypted = before.get(key)
      const sources = await sourcesOf(
        key,
        encrypted ? await contents.decrypt(encrypted, key) : null,
      )
      if (sources) rows.push(await rowOf(contents, key, sources, ++number))
    }
    if (rows.length === 0) continue
    await tx
      .insert(arrivedBookings)
      .values(rows)
      .onConflictDoUpdate({
        target: arrivedBookings.id,
        set: Object.fromEntries(
          CHANGED.map((name) => [name, sql.raw(`excluded."${arrivedBookings[name].name}"`)]),
        ),
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
