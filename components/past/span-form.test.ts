import { expect, test } from 'vitest'
import { errorsOf } from './span-form'

test.each([
  [null, 5, 'from', /^Not a time/],
  [1, null, 'to', /^Not a time/],
  [10, 10, 'from', /in the future/],
  [5, 4, 'to', /before the beginning/],
  [-90_000_000, 5, 'to', /24 hours/],
] as const)('from %j to %j is refused', (fromMs, toMs, field, words) => {
  expect(errorsOf(fromMs, toMs, 10)[field]).toMatch(words)
  expect(errorsOf(1, 5, 10)).toEqual({})
})
