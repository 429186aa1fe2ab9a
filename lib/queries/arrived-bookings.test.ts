import { expect, test } from 'vitest'
import type { ArrivedBooking } from '@/lib/contract/webhooks'
import { mergeArrived, withIndicesOf } from './arrived-bookings'

const booking = (key: string, status: string): ArrivedBooking => ({
  ...{ key, status, id: key, ourRef: null, isOrderKnown: true, record: null },
  ...{ vehicleId: null, vehicleOurRef: null, statuses: [], deliveries: 1 },
  firstReceivedAt: '2026-11-22T16:00:00.000Z',
  lastReceivedAt: '2026-11-22T16:00:00.000Z',
})
const answer = (version: number, ...bookings: ArrivedBooking[]) => ({
  ...{ bookings, version, isReceiving: true, unrecognised: 0 },
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
  const merged = mergeArrived(
    whole,
    answer(5, booking('b', 'done'), booking('c', 'pending')),
    START_MS + 2_000,
  )
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
  const later = mergeArrived(null, answer(9, booking('c', 'pending'), booking('b', 'done')), START_MS + 1)
  expect(statuses(withIndicesOf(whole, later))).toEqual(['1 b done', '2 c pending'])
})

test('an answer without changes leaves the list as it is', () => {
  expect(mergeArrived(whole, answer(2), START_MS + 2_000)).toBe(whole)
  const revoked = mergeArrived(whole, { ...answer(2), isReceiving: false }, START_MS + 2_000)
  expect(revoked).toMatchObject({ isReceiving: false, entries: whole.entries })
})
