import { expect, test } from 'vitest'
import { type DeliveryHeaders, eventOf } from './delivery-event'

const CHANGED = 'booking_status_changed'
const inHeader = (value: string): DeliveryHeaders => [['x-event', value]]
const nameOf = (body: unknown, headers: DeliveryHeaders = []) =>
  eventOf(body, headers)?.name ?? null

test('an event that the interface has wins, wherever it stands', () => {
  expect(nameOf({ event: 'queue', data: { event: CHANGED } })).toBe(CHANGED)
  expect(nameOf({ event: CHANGED, data: { event: 'inner' } })).toBe(CHANGED)
  expect(nameOf({ event: 'queue' }, inHeader(CHANGED))).toBe(CHANGED)
  expect(nameOf({ event: CHANGED }, inHeader('vehicle-booking-create'))).toBe(CHANGED)
})

test('of others the outermost of the body wins, then the first header', () => {
  expect(nameOf({ event: 'outer', data: { event: 'inner' } }, inHeader('header'))).toBe('outer')
  expect(nameOf({ data: { event: 'inner' } }, inHeader('header'))).toBe('inner')
  expect(nameOf({}, [...inHeader('first'), ...inHeader('second')])).toBe('first')
  expect(nameOf({})).toBeNull()
})

test.each([
  [{ event: { name: 'a', type: 'b' } }, 'a'],
  [{ event: 'a', event_name: 'b', type: 'c' }, 'a'],
  [{ topic: 'a', type: 'b', name: 'c' }, 'a'],
  [{ kind: 'c', action: 'b', type: 'a' }, 'a'],
  [{ 'detail-type': 'a', source: 'b', type: 'c' }, 'a'],
  [{ type: 'a', [CHANGED]: {} }, 'a'],
  // Inside of an envelope, and of a booking, these are fields.
  [{ data: { type: 'taxi' } }, null],
  [{ id: 'b-1', status: 'done', from_label: 'A', type: 'taxi' }, null],
])('of the names in %j the event is %j', (body, name) => {
  expect(nameOf(body)).toBe(name)
})
