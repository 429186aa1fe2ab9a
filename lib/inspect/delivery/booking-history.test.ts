import { expect, test } from 'vitest'
import { bookingHistory, type HistoryEntry } from './booking-history'
import { readDelivery } from './read-delivery'

const START_MS = Date.UTC(2026, 4, 1, 8, 30)
const gmt = (ms: number) => `${new Date(ms).toISOString().replace('T', ' ').slice(0, -1)} GMT`

function entry(n: number, status: string, modifiedMs: number | null): HistoryEntry {
  const mtime = modifiedMs === null ? {} : { mtime: gmt(modifiedMs) }
  const body = { id: 'b-1', status, customer_name: 'Ada', ...mtime }
  const [booking] = readDelivery(JSON.stringify(body), null).bookings
  return { id: `d-${n}`, receivedAtMs: START_MS + n, booking: booking! }
}

test('the newest by its mtime is the state, in whatever order it arrived', () => {
  const entries = [
    entry(0, 'done', START_MS + 3000),
    entry(1, 'pending', START_MS),
    entry(2, 'accepted', START_MS + 1000),
  ]
  const { status: last, isOrderKnown, changes } = bookingHistory(entries)
  expect([last, isOrderKnown]).toEqual(['done', true])
  expect(changes.map(({ status }) => status)).toEqual(['pending', 'accepted', 'done'])
})

test('a status in another letter case is no change, and no rival', () => {
  const entries = [entry(0, 'On-Trip', START_MS), entry(1, 'on_trip', START_MS)]
  const { isOrderKnown, changes } = bookingHistory(entries)
  expect([isOrderKnown, changes.length]).toEqual([true, 1])
})

test('a doubled delivery is no change', () => {
  const doubled = [entry(0, 'pending', START_MS), entry(1, 'pending', START_MS)]
  const entries = [...doubled, entry(2, 'done', START_MS + 1)]
  expect(bookingHistory(entries).changes.map(({ deliveryId }) => deliveryId)).toEqual([
    'd-0',
    'd-2',
  ])
})

test.each([
  ['without mtimes', [null, null]],
  ['with one mtime', [START_MS, null]],
  ['with the same mtime', [START_MS, START_MS]],
])('two statuses %s: the last that arrived, order unknown', (_what, [first, second]) => {
  const entries = [entry(0, 'pending', first ?? null), entry(1, 'accepted', second ?? null)]
  const { status, isOrderKnown } = bookingHistory(entries)
  expect([status, isOrderKnown]).toEqual(['accepted', false])
})

test('a body without a status decides nothing and changes nothing', () => {
  const silent = {
    ...entry(2, 'x', null),
    booking: { ...entry(2, 'x', null).booking, status: null },
  }
  const entries = [entry(0, 'pending', START_MS), entry(1, 'accepted', START_MS + 1), silent]
  const { status, isOrderKnown, changes } = bookingHistory(entries)
  expect([status, isOrderKnown]).toEqual(['accepted', true])
  expect(changes.map(({ deliveryId }) => deliveryId)).toEqual(['d-0', 'd-1'])
  expect(bookingHistory([silent])).toMatchObject({ status: null, isOrderKnown: true, changes: [] })
})

test('a status that goes back is a change', () => {
  const entries = [
    entry(0, 'accepted', START_MS + 1),
    entry(1, 'pending', START_MS + 2),
    entry(2, 'pending', START_MS),
  ]
  const { status, isOrderKnown, changes } = bookingHistory(entries)
  expect([status, isOrderKnown]).toEqual(['pending', true])
  expect(changes.map((change) => change.status)).toEqual(['pending', 'accepted', 'pending'])
})

test.each([
  [
    'fractions of a millisecond',
    '2026-05-01 08:30:00.250100 GMT',
    '2026-05-01 08:30:00.250900 GMT',
  ],
  ['seconds since 1970', '1777624200', '1777624201'],
  ['milliseconds since 1970', '1777624200250', '1777624200251'],
  ['zones', '2026-05-01T10:30:00.250+02:00', '2026-05-01T08:30:00.251Z'],
])('%s decide', (_what, first, second) => {
  const at = (n: number, status: string, mtime: string) => {
    const untimed = entry(n, status, null)
    return { ...untimed, booking: { ...untimed.booking, mtime } }
  }
  const { status, isOrderKnown } = bookingHistory([at(0, 'done', second), at(1, 'pending', first)])
  expect([status, isOrderKnown]).toEqual(['done', true])
})

test('one status needs no order', () => {
  expect(bookingHistory([entry(0, 'pending', null), entry(1, 'pending', null)]).isOrderKnown).toBe(
    true,
  )
})

test('the whole booking is kept beside a newer body that only refers to it', () => {
  const body = JSON.stringify({ booking_id: 'b-1', status: 'done', mtime: gmt(START_MS + 9) })
  const [booking] = readDelivery(body, null).bookings
  const referring = { id: 'd-9', receivedAtMs: START_MS, booking: booking! }
  const history = bookingHistory([entry(0, 'pending', START_MS), referring])
  expect(history.ordered.at(-1)?.id).toBe('d-9')
  expect(history.newestWhole?.id).toBe('d-0')
})
