import { expect, test } from 'vitest'
import { ApiError } from '@/lib/api/client/errors'
import { announcementOf, type FindState, footInWords } from './use-find-field'

const ready: FindState = {
  found: { index: 'ready', geocoder: 'none' },
  error: null,
  count: 2,
  unread: 0,
}

const building = { index: 'building', geocoder: 'none' } as const

test.each<[string, Partial<FindState>, string | null]>([
  ['an answer', {}, null],
  ['no answer yet', { found: null }, null],
  ['nothing yet', { found: null, count: 0 }, 'Searching …'],
  ['an index being built', { found: building }, 'Addresses are still being prepared.'],
  [
    'a failed geocoder',
    { found: { index: 'ready', geocoder: 'failed' } },
    'The address search did not answer.',
  ],
  [
    'no place at all',
    { found: { index: 'none', geocoder: 'none' }, count: 0 },
    'Nothing found. Type a call sign, a plate, a saved area or a position: this map has no addresses. Your administrator can add them.',
  ],
  [
    'a failed request',
    { found: null, error: new ApiError('kerbside-unreachable', '') },
    'Kerbside cannot be reached. Only loaded vehicles and saved areas were searched.',
  ],
])('%s', (_, state, words) => expect(footInWords({ ...ready, ...state })).toBe(words))

test('a call sign that was not found may be one that is not read yet', () => {
  const none = { ...ready, count: 0 }
  const many = footInWords({ ...none, unread: 1_312 })
  expect(many).toMatch(/^Nothing found\. 1,312 call signs are not loaded yet\. Type/)
  expect(footInWords({ ...none, unread: 1 })).toMatch(
    /^Nothing found\. 1 call sign is not loaded yet\./,
  )
  expect(footInWords({ ...ready, unread: 1 })).toBeNull()
})

test('beside the search for drivers no other advice is given', () => {
  const none = { ...ready, count: 0 }
  expect(footInWords(none, true)).toBe('No place or vehicle found.')
  expect(announcementOf(none, true)).toBe('No place or vehicle found.')
})

test('suggestions are announced with their number, once they are there', () => {
  expect(announcementOf({ ...ready, found: null })).toBe('')
  expect(announcementOf({ ...ready, count: 1 })).toBe('1 suggestion.')
  const unfinished = announcementOf({ ...ready, found: building })
  expect(unfinished).toBe('2 suggestions. Addresses are still being prepared.')
})
