import { expect, test } from 'vitest'
import { trailHref } from '@/lib/format/links'
import { unrecordedSince } from '@/lib/format/recording'

test('nothing is said to be recorded only where all areas fail', () => {
  expect(unrecordedSince({ failing: 1, areas: 1 })).toBe('Nothing has been recorded since')
  expect(unrecordedSince({ failing: 1, areas: 3 })).toBe('1 of 3 areas has not been recorded since')
})

test('a link to a trail names the vehicle and the hour in UTC', () => {
  const hour = 'from=1970-01-01T00%3A00%3A00.000Z&to=1970-01-01T01%3A00%3A00.000Z'
  expect(trailHref('v 7', 30 * 60_000 + 7)).toBe(`/vehicles/v%207?${hour}`)
  expect(trailHref('..', 0)).toBeNull()
})
