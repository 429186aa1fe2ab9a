import { asc, eq, gt, sql } from 'drizzle-orm'
import { arrivedBookings, webhookMentions } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import { type BookingSources, joinSources, stateOf } from './booking-state'
import { bookingName, type Contents } from './delivery-content'
import { updateBookings } from './store-deliveries'

/** Bookings of one read. */
const ROWS_AT_ONCE = 100

/** A transaction in which versions are given. */
type InVersionOrder = (work: (tx: Transaction) => Promise<void>) => Promise<void>

/**
 * Gives bookings that an earlier secret encrypted the key and the encryption of the present one:
 * deliveries name bookings by its keys from now on.
 */
export async function renewBookings(
  db: Database,
  contents: Contents,
  inVersionOrder: InVersionOrder,
): Promise<void> {
  const { id, state } = arrivedBookings
  let after = ''
  for (;;) {
    const rows = await db
      .select({ id, state })
      .from(arrivedBookings)
      .where(gt(id, after))
      .orderBy(asc(id))
      .limit(ROWS_AT_ONCE)
    for (const row of rows) {
      after = row.id
      const sources = await contents.decrypt<BookingSources>(row.state, row.id)
      const key = sources && keyOf(contents, sources)
      if (key && key !== row.id) await inVersionOrder((tx) => move(tx, contents, row.id, key))
    }
    if (rows.length < ROWS_AT_ONCE) return
  }
}

function keyOf(contents: Contents, sources: BookingSources): string | null {
  const name = bookingName(stateOf(sources))
  return name === null ? null : contents.bookingKey(name)
}

async function move(tx: Transaction, contents: Contents, from: string, to: string): Promise<void> {
  const { id, state } = arrivedBookings
  const isFrom = eq(id, from)
  const [row] = await tx.select({ state }).from(arrivedBookings).where(isFrom).for('update')
  // Read again: another node may have moved it, or added to it.
  const sources = row && (await contents.decrypt<BookingSources>(row.state, from))
  if (!sources) return
  const { deliveryId, bookingId } = webhookMentions
  await tx
    .update(webhookMentions)
    .set({ id: sql`${deliveryId} || ' ' || ${to}`, bookingId: to })
    .where(eq(bookingId, from))
  await tx.delete(arrivedBookings).where(isFrom)
  await updateBookings(tx, contents, [to], async (_key, arrivedSince) =>
    arrivedSince ? joinSources(sources, arrivedSince) : sources,
  )
}
