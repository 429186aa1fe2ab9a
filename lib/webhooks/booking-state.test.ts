import { expect, test } from 'vitest'
import { createEncryption } from '@/lib/store/encryption'
import { addDeliveries, type BookingSources, STATE_DELIVERIES, stateOf } from './booking-state'
import { createContents } from './delivery-content'

const contents = createContents(createEncryption('the secret', 'webhooks'))
const key = contents.bookingKey('b-1')

/** The state after deliveries of these bodies, one after the other. */
function stateAfter(bodies: readonly object[]) {
  let sources: BookingSources | null = null
  for (const [n, body] of bodies.entries()) {
    const text = JSON.stringify({ booking_id: 'b-1', ...body })
    const received = {
      id: `d-${n}`,
      tokenId: 't-1',
      receivedAtMs: n,
      contentType: null,
      headers: [],
    }
    const read = contents.read({ ...received, body: Buffer.from(text).toString('base64') })
    sources = addDeliveries(sources, key, [read])
  }
  return stateOf(sources as BookingSources)
}

const many = <T>(body: T): T[] => Array.from({ length: STATE_DELIVERIES + 20 }, () => body)

test('the newest by its mtime stays the state, however many older ones come after it', () => {
  const older = { status: 'pending', mtime: '2026-05-01 08:30:00.000 GMT' }
  const newest = { status: 'done', mtime: '2026-05-01 09:00:00.000 GMT' }
  expect(stateAfter([newest, ...many(older)])).toMatchObject({ status: 'done', isOrderKnown: true })
})

test('an unknown order stays unknown, however often one of the statuses is repeated', () => {
  const repeated = many({ status: 'pending' })
  const { status, isOrderKnown, deliveries } = stateAfter([{ status: 'done' }, ...repeated])
  expect([status, isOrderKnown, deliveries]).toEqual(['pending', false, STATE_DELIVERIES + 21])
})
