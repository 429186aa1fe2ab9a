import { expect, test } from 'vitest'
import { attemptOf } from './attempt'
import { readDelivery } from './read-delivery'

const booking = { id: 'b-1', status: 'done', vehicle_id: 'v-1', when: 'now' }

function attempt(body: unknown, ...headers: (readonly [string, string])[]) {
  const found = attemptOf(readDelivery(JSON.stringify(body), 'application/json', headers), headers)
  return found && [found.deliveryId, found.number, found.countsRetries]
}

test.each<[string, readonly [string, string], ReturnType<typeof attempt>]>([
  ['x-attempt', ['x-attempt', '3'], [null, 3, false]],
  ['x-shop-delivery-attempt-number', ['x-shop-delivery-attempt-number', '2'], [null, 2, false]],
  ['x-slack-retry-num', ['x-slack-retry-num', ' 1 '], [null, 1, true]],
  ['x-redelivery-count', ['x-redelivery-count', '4'], [null, 4, true]],
  ['x-forge-delivery', ['x-forge-delivery', 'd-7'], ['d-7', null, false]],
  ['webhook-id', ['webhook-id', 'msg_7'], ['msg_7', null, false]],
  ['idempotency-key', ['idempotency-key', 'k-7'], ['k-7', null, false]],
  ['ce-id', ['ce-id', 'e-7'], ['e-7', null, false]],
  ['x-max-attempts', ['x-max-attempts', '5'], null],
  ['x-retry-count without a number', ['x-retry-count', 'never'], null],
  ['x-request-id, which proxies make for each request', ['x-request-id', 'r-1'], null],
])('header %s', (_name, header, expected) => {
  expect(attempt({ booking }, header)).toEqual(expected)
})

test('of several ids in headers that of the delivery counts, whatever their order', () => {
  expect(attempt({ booking }, ['x-event-id', 'e-1'], ['x-delivery-id', 'd-1'])).toEqual(['d-1', null, false])
})

test.each<[string, unknown, ReturnType<typeof attempt>]>([
  ['beside the booking', { booking, attempt: 2, delivery_id: 'd-1' }, ['d-1', 2, false]],
  ['in a part of its own', { booking, delivery: { id: 'd-1', attempt: '2' } }, ['d-1', 2, false]],
  ['in its metadata', { data: booking, meta: { retry_count: 0, message_id: 7 } }, ['7', 0, true]],
  [
    'the id of an event',
    { id: 'evt-1', event: 'booking_status_changed', data: booking },
    ['evt-1', null, false],
  ],
  ['the id of a booking', { ...booking, event: 'booking_status_changed' }, null],
  ['the id of the booking beside it', { id: 'b-1', event: 'booking_status_changed', booking }, null],
  ['a vehicle called delivery', { booking: { ...booking, delivery: 'now', attempt: 3 } }, null],
  ['none', { booking }, null],
  ['no object', [booking], null],
])('body: %s', (_where, body, expected) => {
  expect(attempt(body)).toEqual(expected)
})
