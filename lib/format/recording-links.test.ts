import { expect, test } from 'vitest'
import { recordedTrailHref, recordingAroundHref } from '@/lib/format/recording'

test('a link names the vehicle and the span in UTC', () => {
  expect(recordedTrailHref('v 7', null)).toBe('/recording?id=v+7')
  expect(recordedTrailHref('v-7', { fromMs: 0, toMs: 1_000 })).toBe(
    '/recording?id=v-7&from=1970-01-01T00%3A00%3A00.000Z&to=1970-01-01T00%3A00%3A01.000Z',
  )
  expect(recordingAroundHref(30 * 60_000 + 7)).toBe(
    '/recording?from=1970-01-01T00%3A00%3A00.000Z&to=1970-01-01T01%3A00%3A00.000Z',
  )
})
