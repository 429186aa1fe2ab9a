import { inArray, sql } from 'drizzle-orm'
import { arrivedBookings } from '@/lib/store/schema'
import type { Transaction } from '@/lib/store/store'
import { type BookingSources, stateOf } from './booking-state'
import type { Contents } from './delivery-content'

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
  const [last] = await tx.select({ version: sql<string>`coalesce(max(${version}), 0)` }).from(arrivedBookings)
  // Not below the time: when all are deleted, later versions must still be later.
  let number = Math.max(Number(last?.version ?? 0), Date.now())
  for (let at = 0; at < keys.length; at += KEYS_AT_ONCE) {
    const some = keys.slice(at, at + KEYS_AT_ONCE)
    const found = await tx.select({ id, state }).from(arrivedBookings).where(inArray(id, some))
    const before = new Map(found.map((row) => [row.id, row.state]))
    const rows: (typeof arrivedBookings.$inferInsert)[] = []
    for (const key of some) {
      const encrypted = before.get(key)
      const sources = await sourcesOf(key, encrypted ? await contents.decrypt(encrypted, key) : null)
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
