import { expect, it } from 'vitest'
import type { ChangeSide, RecordChange } from '@/lib/contract/watch-list'
import { bookingWords, fieldWords } from './change-words'

const change = (path: string, old: ChangeSide, now: ChangeSide): RecordChange => ({
  ...{ path, label: 'Active booking', group: 'record', section: '2.1', old, new: now },
  ...{ at: '2026-01-01T16:04:00.000Z', after: '2026-01-01T16:02:00.000Z' },
})
const booking = (id: string): ChangeSide => ({ is: 'value', value: id })
const words = (old: ChangeSide, now: ChangeSide) =>
  bookingWords(change('active_booking_id', old, now), '16:04')

it('tells a booking that began from one that ended', () => {
  expect(words({ is: 'none' }, booking('b-1'))).toBe('Booked since 16:04')
  expect(words({ is: 'absent' }, booking('b-1'))).toBe('Booked since 16:04')
  expect(words(booking('b-1'), booking('b-2'))).toBe('Another booking since 16:04')
  expect(words(booking('b-1'), { is: 'none' })).toBe('Booking ended 16:04')
  expect(words({ is: 'absent' }, { is: 'none' })).toBeNull()
  expect(bookingWords(change('make', booking('a'), booking('b')), '16:04')).toBeNull()
})

it('names a field as the record’s page does', () => {
  expect(fieldWords(change('active_booking_id', booking('a'), booking('b')))).toBe('Record · Active booking')
  const unknown = { ...change('nickname', booking('a'), booking('b')), group: null, label: 'nickname' }
  expect(fieldWords(unknown)).toBe('Not in the specification · nickname')
})
