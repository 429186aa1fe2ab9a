import { expect, test } from 'vitest'
import { webhooksWith } from '@/lib/testing/webhooks'
import { createBookingsAhead } from './bookings-ahead'

const START_MS = Date.UTC(2026, 4, 1, 8, 30)

const booking = (id: string, fields: Record<string, unknown>) => ({
  booking: { id, our_ref: `ref ${id}`, ctime: '2026-05-01 08:00:00.000 GMT', ...fields },
})

test('bookings that are due are read once, then what changes, until they are over', async () => {
  const { inbox } = await webhooksWith([
    booking('b-1', { status: 'pending', when: '2026-05-01T10:00:00Z' }),
    booking('b-2', { status: 'failed', when: 'now', error: 'No driver', vehicle_id: 'v-1' }),
    booking('b-3', { status: 'done', when: 'now' }),
  ])
  let pages = 0
  const counted: typeof inbox = {
    ...inbox,
    page(most, before) {
      pages++
      return inbox.page(most, before)
    },
  }
  let nowMs = START_MS
  const read = createBookingsAhead(
    async () => counted,
    () => nowMs,
    'UTC',
  )
  const first = await read()
  expect(first.map(({ name, hasVehicle }) => [name, hasVehicle])).toEqual([
    ['ref b-2', true],
    ['ref b-1', false],
  ])
  expect(first[0]).toMatchObject({ status: 'failed', error: 'No driver' })
  await inbox.store([
    {
      id: 'd-9',
      tokenId: 't-1',
      receivedAtMs: nowMs,
      contentType: null,
      headers: [],
      body: Buffer.from(
        JSON.stringify(booking('b-1', { status: 'done', mtime: '2026-05-01 09:00:00.000 GMT' })),
      ).toString('base64'),
    },
  ])
  expect((await read()).map(({ name }) => name)).toEqual(['ref b-2'])
  nowMs += 2 * 3_600_000
  expect(await read()).toEqual([])
  expect(pages).toBe(1)
})

test('a booking whose vehicle came in another form does not lack one', async () => {
  const { inbox } = await webhooksWith([
    booking('b-1', { status: 'pending', when: '2026-05-01T10:00:00Z', vehicle_id: { id: 7 } }),
    booking('b-2', { status: 'pending', when: '2026-05-01T10:00:00Z', vehicle_id: null }),
  ])
  const read = createBookingsAhead(
    async () => inbox,
    () => START_MS,
    'UTC',
  )
  const hasVehicle = Object.fromEntries(
    (await read()).map((observed) => [observed.name, observed.hasVehicle]),
  )
  expect(hasVehicle).toEqual({ 'ref b-1': true, 'ref b-2': false })
})
