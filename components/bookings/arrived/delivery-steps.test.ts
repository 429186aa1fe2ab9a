import { expect, test } from 'vitest'
import type { WebhookDelivery } from '@/lib/api/contract/webhooks'
import { deliverySteps } from './delivery-steps'

const booking = {
  id: 'b-1',
  status: 'pending',
  mtime: '2026-11-22 16:00:00.000 GMT',
  vehicle_id: null,
  customer_name: 'Orla',
  totals: { currency: 'GBP', total: 20 },
}

function delivery(body: unknown, more: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return {
    id: 'd',
    address: 'Depot',
    receivedAt: '2026-11-22T16:00:01.000Z',
    headers: [],
    bookings: 1,
    contentType: 'application/json',
    form: 'json',
    event: null,
    isRepeat: false,
    confirmUrl: null,
    ...more,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  }
}

const stepsOf = (...deliveries: WebhookDelivery[]) =>
  deliverySteps(deliveries, { id: 'b-1', ourRef: null })
/** "status pending → done" of each delivery. */
const inWords = (steps: ReturnType<typeof stepsOf>) =>
  steps.map(({ differences }) => {
    const value = (side: object) =>
      'value' in side ? String(side.value) : (side as { is: string }).is
    return differences?.map(({ path, old, new: now }) => `${path} ${value(old)} → ${value(now)}`)
  })

test('each delivery is compared with the one before by field, whatever its form', () => {
  const later = { ...booking, mtime: '2026-11-22 16:02:00.000 GMT', vehicle_id: 'v-7' }
  const data = { ...later, totals: { currency: 'GBP', total: 21.6 } }
  const event = { event: 'booking_status_changed', data }
  const form = `booking=${encodeURIComponent(JSON.stringify({ ...later, status: 'done' }))}`
  const encoded = {
    contentType: 'application/x-www-form-urlencoded',
    form: 'form-encoded',
  } as const
  const steps = stepsOf(delivery(booking), delivery(event), delivery(form, encoded))
  expect(inWords(steps)).toEqual([
    undefined,
    ['vehicle_id absent → v-7', 'totals.total 20 → 21.6'],
    ['status pending → done', 'totals.total 21.6 → 20'],
  ])
})

test('a body that only refers to the booking changes what it names', () => {
  const steps = stepsOf(delivery(booking), delivery({ booking_id: 'b-1', status: 'done' }))
  expect(inWords(steps)).toEqual([undefined, ['status pending → done']])
})

test('a repeated body is not compared, and one modified before an earlier delivery is late', () => {
  const older = { ...booking, status: 'new', mtime: '2026-11-22 15:59:00.000 GMT' }
  const steps = stepsOf(delivery(booking), delivery(booking, { isRepeat: true }), delivery(older))
  expect(inWords(steps)).toEqual([undefined, undefined, ['status pending → new']])
  expect(steps.map(({ isLate }) => isLate)).toEqual([false, false, true])
})

test.each([
  ['seconds since 1970', 1_777_624_201, 1_777_624_200],
  [
    'fractions of a millisecond',
    '2026-11-22 16:00:00.000900 GMT',
    '2026-11-22 16:00:00.000100 GMT',
  ],
])('%s say which one is late', (_what, mtime, older) => {
  const first = delivery({ ...booking, mtime })
  const steps = stepsOf(first, delivery({ ...booking, status: 'new', mtime: older }))
  expect(steps.map(({ isLate }) => isLate)).toEqual([false, true])
})

test('of several bookings in a body the page’s own is compared', () => {
  const other = { ...booking, id: 'b-2', status: 'failed' }
  const steps = stepsOf(
    delivery([other, booking]),
    delivery([other, { ...booking, status: 'done' }]),
  )
  expect(inWords(steps)).toEqual([undefined, ['status pending → done']])
})

test('a body without the booking is shown, and the next is compared with the one before it', () => {
  const steps = stepsOf(
    delivery(booking),
    delivery('<xml/>'),
    delivery({ ...booking, status: 'done' }),
  )
  expect(inWords(steps)).toEqual([undefined, undefined, ['status pending → done']])
})
