import { expect, test } from 'vitest'
import { epochOfLocal, localText } from './zone-time'

const at = Date.parse

test('a moment is written as the zone’s clocks show it, and read back', () => {
  expect(localText(at('2026-07-01T12:00:00Z'), 'Europe/London')).toBe('2026-07-01T13:00')
  expect(localText(at('2026-07-01T12:00:07Z'), 'Asia/Kathmandu')).toBe('2026-07-01T17:45:07')
  expect(epochOfLocal('2026-07-01T13:00', 'Europe/London')).toBe(at('2026-07-01T12:00:00Z'))
  expect(epochOfLocal('2026-01-01T00:30', 'Pacific/Auckland')).toBe(at('2025-12-31T11:30:00Z'))
})

test('of an hour that comes twice the first is meant; a time that the clocks skip counts on from before', () => {
  expect(epochOfLocal('2026-10-25T01:30', 'Europe/London')).toBe(at('2026-10-25T00:30:00Z'))
  expect(epochOfLocal('2026-03-29T01:30', 'Europe/London')).toBe(at('2026-03-29T01:30:00Z'))
})

test.each(['', 'soon', '2026-02-31', '2026-13-01T00:00', '2026-07-01T12:00Z'])(
  '%j is no local time',
  (text) => {
    expect(epochOfLocal(text, 'UTC')).toBeNull()
  },
)
