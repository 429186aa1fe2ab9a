import { expect, test } from 'vitest'
import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import { recordOf } from '@/lib/inspect/delivery/record-of'
import { arrivalsInWords } from './record-list'
import { arrivedRecord } from './table/listed-record'

const booking: ArrivedBooking = {
  key: 'k',
  id: 'b-1',
  ourRef: 'JOB-1',
  status: 'done',
  isOrderKnown: true,
  record: { id: 'b-1', our_ref: 'JOB-1', status: 'pending', customer_name: 'Orla', extra: 5 },
  vehicleId: 'v-1',
  vehicleOurRef: 'KB-17',
  vehicleCallSign: null,
  deliveries: 2,
  statuses: [
    {
      status: 'pending',
      modifiedAt: null,
      receivedAt: '2026-11-22T16:00:00.000Z',
      deliveryId: 'd-1',
    },
    {
      status: 'done',
      modifiedAt: '2026-11-22T16:04:00.000Z',
      receivedAt: '2026-11-22T16:05:00.000Z',
      deliveryId: 'd-2',
    },
  ],
  firstReceivedAt: '2026-11-22T16:00:00.000Z',
  lastReceivedAt: '2026-11-22T16:05:00.000Z',
}
const entry = { booking, index: 3, changedAtMs: null }

test('a booking has the status of its newest delivery, found by the texts of its record', () => {
  const { inspected, arrival, searchText, findings } = arrivedRecord(entry)
  expect(inspected.record).toMatchObject({
    status: 'done',
    customer_name: 'Orla',
    vehicle_id: null,
  })
  expect(searchText).toContain('orla')
  expect(findings.note).toBeGreaterThan(0)
  expect(arrival).toEqual({
    key: 'k',
    receivedMs: Date.parse('2026-11-22T16:00:00.000Z'),
    statusSinceMs: Date.parse('2026-11-22T16:04:00.000Z'),
    isOrderKnown: true,
  })
})

test('without a whole record there is what was said of the booking, and nothing is missing', () => {
  expect(recordOf({ ...booking, record: null, ourRef: null })).toEqual({
    id: 'b-1',
    status: 'done',
    vehicle_id: 'v-1',
    vehicle_our_ref: 'KB-17',
  })
  const { findings } = arrivedRecord({ ...entry, booking: { ...booking, record: null } })
  expect(findings).toEqual({ error: 0, warning: 0, note: 0 })
})

test('a record is read once, until its booking changes', () => {
  expect(arrivedRecord(entry)).toBe(arrivedRecord(entry))
  expect(arrivedRecord({ ...entry })).not.toBe(arrivedRecord(entry))
})

test.each([
  [3, 0, '3 bookings received'],
  [1, 2, '1 booking received, 2 changed'],
  [0, 1, '1 booking changed'],
  [0, 0, ''],
])('%d that came and %d that changed are announced as %j', (came, changed, words) => {
  const before = { cameCount: 5, changedCount: 7 }
  expect(arrivalsInWords(before, { cameCount: 5 + came, changedCount: 7 + changed })).toBe(words)
})
