import { expect, test } from 'vitest'
import { recordingHref } from '@/lib/format/links'
import { unrecordedNow } from '@/lib/format/recording'

test('nothing is said to be recorded only where all areas fail', () => {
  expect(unrecordedNow({ failing: 1, areas: 1 })).toBe('Nothing is recorded')
  expect(unrecordedNow({ failing: 1, areas: 3 })).toBe('1 of 3 areas is not recorded')
  expect(unrecordedNow({ failing: 2, areas: 3 })).toBe('2 of 3 areas are not recorded')
})

test('a link names the vehicle and the hour in UTC', () => {
  const hour = 'from=1970-01-01T00%3A00%3A00.000Z&to=1970-01-01T01%3A00%3A00.000Z'
  expect(recordingHref('v 7')).toBe('/recording?id=v+7')
  expect(recordingHref(null, 30 * 60_000 + 7)).toBe(`/recording?${hour}`)
  expect(recordingHref('v-7', 30 * 60_000)).toBe(`/recording?id=v-7&${hour}`)
})
