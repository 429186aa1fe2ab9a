import { expect, test } from 'vitest'
import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import type { ArrivedEntry } from '@/lib/api/queries/arrived-bookings'
import { dueBookings, leftInWords, readBooking } from './due-bookings'
import { holdRows } from './held-order'

const nowMs = Date.parse('2026-05-01T12:00:00Z')

function arrived(record: Record<string, unknown>, index: number): ArrivedEntry {
  const at = '2026-05-01T11:00:00.000Z'
  const booking: ArrivedBooking = {
    key: String(record.id),
    id: null,
    ourRef: null,
    status: null,
    isOrderKnown: true,
    record: { ctime: '2026-05-01 11:00:00.000 GMT', ...record },
    vehicleId: null,
    vehicleOurRef: null,
    vehicleCallSign: null,
    deliveries: 1,
    statuses: [],
    firstReceivedAt: at,
    lastReceivedAt: at,
  }
  return { booking, index, changedAtMs: null }
}

function due(...records: Record<string, unknown>[]) {
  return dueBookings(records.map(arrived), nowMs, 'UTC').map(({ key, state, vehicleName }) => [
    key,
    state,
    vehicleName,
  ])
}

test('failed and late ones come first, then by pick-up time, and unreadable times last', () => {
  expect(
    due(
      { id: 'evening', when: '2026-05-01T20:00:00Z', status: 'pending' },
      { id: 'some day', when: 'next Friday', status: 'pending' },
      { id: 'late', when: '2026-05-01T11:50:00Z', status: 'accepted', vehicle_id: 'v-1' },
      { id: 'soon', when: '12:15', status: 'pending', vehicle_our_ref: 'KB-7' },
      { id: 'failed', when: '2026-05-01T18:00:00Z', status: 'pending', error: 'no driver' },
      { id: 'later late', when: 'now', status: 'pending' },
      { id: 'now', ctime: '2026-05-01 11:55:00.000 GMT', when: 'now', status: 'pending' },
    ),
  ).toEqual([
    ['failed', 'failed', null],
    ['later late', 'late', null],
    ['late', 'late', 'v-1'],
    ['now', 'ahead', null],
    ['soon', 'ahead', 'KB-7'],
    ['evening', 'ahead', null],
    ['some day', 'unread', null],
  ])
})

test('what is over, under way or forgotten is not due; an unknown status is', () => {
  const when = '2026-05-01T11:50:00Z'
  expect(
    due(
      { id: 'over', when, status: 'COMPLETED' },
      { id: 'cancelled', when, status: 'cancelled', error: 'by customer' },
      { id: 'on board', when, status: 'on-board' },
      { id: 'forgotten', when: '2026-05-01T08:59:00Z', status: 'pending' },
      { id: 'given up', when: '2026-05-01T10:59:00Z', status: 'failed' },
      { id: 'unknown', when, status: 'hovering' },
      { id: 'none', when, status: null },
    ).map(([key]) => key),
  ).toEqual(['unknown', 'none'])
})

test('held rows keep their places with their present facts, and others wait', () => {
  const when = (time: string) => `2026-05-01T${time}:00Z`
  const read = (...records: Record<string, unknown>[]) =>
    dueBookings(records.map(arrived), nowMs, 'UTC')
  const before = read({ id: 'a', when: when('12:10') }, { id: 'b', when: when('12:20') })
  const now = read(
    { id: 'b', when: when('12:20'), vehicle_our_ref: 'KB-7' },
    { id: 'c', when: when('12:05') },
  )
  const { rows, over, waiting } = holdRows(now, 10, before)
  expect(rows.map(({ key, vehicleName }) => [key, vehicleName])).toEqual([
    ['a', null],
    ['b', 'KB-7'],
  ])
  expect([...over]).toEqual(['a'])
  expect(waiting).toBe(1)
  expect(holdRows(now, 10, null).rows.map(({ key }) => key)).toEqual(['c', 'b'])
})

test('a held row that others have pushed out of those shown is still due', () => {
  const read = (...minutes: number[]) => {
    const records = minutes.map((minute) => ({ id: minute, when: `2026-05-01T12:${minute}:00Z` }))
    return dueBookings(records.map(arrived), nowMs, 'UTC')
  }
  const { over, waiting } = holdRows(read(10, 20, 30), 2, read(20, 30))
  expect([...over]).toEqual([])
  expect(waiting).toBe(1)
})

test.each([
  [12 * 60_000, 'in 12 min'],
  [59_000, 'Now'],
  [-59_000, 'Now'],
  [-3 * 60_000 - 1, '3 min late'],
  [125 * 60_000, 'in 2 h 5 min'],
  [-60 * 60_000, '1 h late'],
])('%d ms from now is %j', (ms, words) => expect(leftInWords(nowMs + ms, nowMs)).toBe(words))

test('a vehicle is named by its reference, else by the call sign that Kerbside knows, else by its id', () => {
  const named = arrived({ id: 'b-1', vehicle_id: 'v-1' }, 0).booking
  const known = { ...named, vehicleId: 'v-1', vehicleCallSign: 'KB-182' }
  expect(readBooking({ ...known, vehicleOurRef: 'Bay 4' }).vehicleName).toBe('Bay 4')
  expect(readBooking(known).vehicleName).toBe('KB-182')
  expect(readBooking(named).vehicleName).toBe('v-1')
})
