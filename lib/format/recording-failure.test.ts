import { expect, test } from 'vitest'
import { unrecordedNow } from '@/lib/format/recording'

test('nothing is said to be recorded only where all areas fail', () => {
  expect(unrecordedNow({ failing: 1, areas: 1 })).toBe('Nothing is recorded')
  expect(unrecordedNow({ failing: 1, areas: 3 })).toBe('1 of 3 areas is not recorded')
  expect(unrecordedNow({ failing: 2, areas: 3 })).toBe('2 of 3 areas are not recorded')
})
