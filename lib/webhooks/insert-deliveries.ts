import { and, gte, inArray, sql } from 'drizzle-orm'
import { webhookDeliveries, webhookMentions } from '@/lib/store/schema'
import type { Transaction } from '@/lib/store/store'
import type { Contents, ReadReceived } from './delivery-content'
import { createRepeats, REPEAT_MS, type StoredDelivery } from './inbox'

/** Of one statement: PostgreSQL takes 65,535 values. */
const ROWS_MAXIMUM = 500

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
      content: await contents.seal(received, received.id),
    })),
  )
  await tx.insert(webhookDeliveries).values(rows)
  const mentions = added.flatMap(({ received: { id: deliveryId }, bookings }) =>
    [...bookings.keys()].map((bookingId) => ({ id: `${deliveryId} ${bookingId}`, deliveryId, bookingId })),
  )
  for (let at = 0; at < mentions.length; at += ROWS_MAXIMUM)
    await tx.insert(webhookMentions).values(mentions.slice(at, at + ROWS_MAXIMUM))
  return added.map((one, at) => ({ ...one, isRepeat: rows[at]?.isRepeat ?? false }))
}
