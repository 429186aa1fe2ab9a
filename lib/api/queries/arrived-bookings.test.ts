import { expect, test } from 'vitest'
import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import { ARRIVED_MOST, mergeArrived, withIndicesOf, withOlder } from './arrived-bookings'

const booking = (key: string, status: string): ArrivedBooking => ({
  key,
  status,
  id: key,
  ourRef: null,
  isOrderKnown: true,
  record: null,
  vehicleId: null,
  vehicleOurRef: null,
  vehicleCallSign: null,
  statuses: [],
  deliveries: 1,
  firstReceivedAt: '2026-11-22T16:00:00.000Z',
  lastReceivedAt: '2026-11-22T16:00:00.000Z',
})
const answer = (version: number, ...bookings: ArrivedBooking[]) => ({
  bookings,
  version,
  older: null,
  unreadable: 0,
  total: 2,
  isReceiving: true,
  unrecognised: 0,
})
const START_MS = 1_000_000

const whole = mergeArrived(null, answer(2, booking('b', 'pending'), booking('a', 'done')), START_MS)
const statuses = ({ entries }: typeof whole) =>
  entries.map(({ booking: { key, status }, index }) => `${index} ${key} ${status}`)

test('the whole list is counted from its oldest booking on, and nothing of it is new', () => {
  expect(statuses(whole)).toEqual(['0 a done', '1 b pending'])
  expect([...whole.fresh]).toEqual([])
  expect(whole).toMatchObject({ version: 2, cameCount: 0, changedCount: 0 })
})

test('a change replaces the booking in its place, a new one comes after the others, the rest stays the same', () => {
  const news = answer(5, booking('b', 'done'), booking('c', 'pending'))
  const merged = mergeArrived(whole, news, START_MS + 2_000)
  expect(statuses(merged)).toEqual(['0 a done', '1 b done', '2 c pending'])
  expect([...merged.fresh]).toEqual(['b', 'c'])
  expect(merged).toMatchObject({ version: 5, cameCount: 1, changedCount: 1 })
  expect(merged.entries[0]).toBe(whole.entries[0])
})

test('what was new is not any more after four seconds, and nothing else changes', () => {
  const changed = mergeArrived(whole, answer(3, booking('b', 'done')), START_MS)
  const soon = mergeArrived(changed, answer(3), START_MS + 3_999)
  expect([...soon.fresh]).toEqual(['b'])
  expect(soon.entries).toBe(changed.entries)
  expect([...mergeArrived(soon, answer(3), START_MS + 4_000).fresh]).toEqual([])
})

test('a list that is read again leaves out what was deleted, and the others keep their indices', () => {
  const later = mergeArrived(
    null,
    answer(9, booking('c', 'pending'), booking('b', 'done')),
    START_MS + 1,
  )
  expect(statuses(withIndicesOf(whole, later))).toEqual(['1 b done', '2 c pending'])
})

test('an answer without changes leaves the list as it is', () => {
  expect(mergeArrived(whole, answer(2), START_MS + 2_000)).toBe(whole)
  const revoked = mergeArrived(whole, { ...answer(2), isReceiving: false }, START_MS + 2_000)
  expect(revoked).toMatchObject({ isReceiving: false, entries: whole.entries })
})

test('older bookings come before the first, each once, and later changes leave the rest to be loaded', () => {
  const newest = { ...answer(9, booking('d', 'done'), booking('c', 'done')), older: '5.5' }
  const before = answer(9, booking('c', 'pending'), booking('b', 'done'), booking('a', 'done'))
  const longer = withOlder(mergeArrived(null, newest, 0), { ...before, older: '3.3' })
  expect(statuses(longer)).toEqual(['-2 a done', '-1 b done', '0 c done', '1 d done'])
  expect(longer.older).toBe('3.3')
  const changed = mergeArrived(
    longer,
    answer(10, booking('a', 'failed'), booking('e', 'new')),
    START_MS,
  )
  expect(statuses(changed)).toEqual(['-2 a failed', '-1 b done', '0 c done', '1 d done', '2 e new'])
  expect(changed).toMatchObject({ older: '3.3', cameCount: 1, changedCount: 1 })
})

test('no more older ones are added than the list holds', () => {
  const many = Array.from({ length: ARRIVED_MOST - 1 }, (_, n) => booking(`n-${n}`, 'done'))
  const older = answer(9, booking('b', 'done'), booking('a', 'done'))
  const full = withOlder(mergeArrived(null, answer(9, ...many), 0), older)
  expect([full.entries.length, full.entries[0]?.booking.key]).toEqual([ARRIVED_MOST, 'b'])
  expect(full).toMatchObject({ older: null, isCut: true })
  const whole = withOlder(
    mergeArrived(null, answer(9, ...many), 0),
    answer(9, booking('b', 'done')),
  )
  expect(whole.isCut).toBe(false)
  // One more comes in place of the oldest.
  expect(mergeArrived(whole, answer(10, booking('c', 'new')), START_MS).isCut).toBe(true)
})

test('bookings of another secret are counted over all pages', () => {
  const first = mergeArrived(null, { ...answer(9), unreadable: 3, older: '5.5' }, 0)
  expect(withOlder(first, { ...answer(9), unreadable: 4 }).unreadable).toBe(7)
  expect(mergeArrived(first, answer(10, booking('a', 'new')), START_MS).unreadable).toBe(3)
})
