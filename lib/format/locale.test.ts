import { expect, test } from 'vitest'
import { localeOf } from './locale'

test.each([
  ['en-GB', 'en-GB'],
  ['en-US', 'en-US'],
  ['de-DE', 'en-DE'],
  ['de', 'en-DE'],
  ['de-AT', 'en-AT'],
  ['ar-EG', 'en-GB'],
  ['', 'en-GB'],
  ['no language', 'en-GB'],
])('the conventions for %j are those of %s', (language, expected) => {
  expect(localeOf(language)).toBe(expected)
})
