import { expect, it } from 'vitest'
import { parseRetryAfter } from './request'

const NOW = Date.UTC(2025, 0, 1, 12, 0, 0)

it.each([
  ['7', 7_000],
  ['0', 1_000],
  ['86400', 300_000],
  ['99999999999999999999', 300_000],
  ['Wed, 01 Jan 2025 12:00:30 GMT', 30_000],
  ['Wednesday, 01-Jan-25 12:00:30 GMT', 30_000],
  ['Wed Jan  1 12:00:30 2025 GMT', 30_000],
  ['Tue, 31 Dec 2024 12:00:00 GMT', 1_000],
  ['Fri, 01 Jan 2027 12:00:00 GMT', 300_000],
])('reads %s as %d ms', (header, waitMs) => {
  expect(parseRetryAfter(header, NOW)).toBe(waitMs)
})

it.each([null, '', '-5', '1.5', 'soon', '2 minutes', 'Wed, 99 Foo'])(
  'reads no pause from %s',
  (header) => {
    expect(parseRetryAfter(header, NOW)).toBeNull()
  },
)
