import fc from 'fast-check'
import { expect, test } from 'vitest'
import { epochOfLocal, localText } from './zone-time'

const at = Date.parse

test('a moment is written as the zone’s clocks show it, and read back', () => {
  expect(localText(at('2026-07-01T12:00:00Z'), 'Europe/London')).toBe('2026-07-01T13:00')
  expect(localText(at('2026-07-01T12:00:07Z'), 'Asia/Kathmandu')).toBe('2026-07-01T17:45:07')
  expect(epochOfLocal('2026-07-01T13:00', 'Europe/London')).toBe(at('2026-07-01T12:00:00Z'))
  expect(epochOfLocal('2026-01-01T00:30', 'Pacific/Auckland')).toBe(at('2025-12-31T11:30:00Z'))
})

test('of an hour that comes twice the first is meant', () => {
  expect(epochOfLocal('2026-10-25T01:30', 'Europe/London')).toBe(at('2026-10-25T00:30:00Z'))
})

test('a time that the clocks skip counts on from before', () => {
  expect(epochOfLocal('2026-03-29T01:30', 'Europe/London')).toBe(at('2026-03-29T01:30:00Z'))
})

test.each(['', 'soon', '2026-02-31', '2026-13-01T00:00', '2026-07-01T12:00Z'])(
  '%j is no local time',
  (text) => {
    expect(epochOfLocal(text, 'UTC')).toBeNull()
  },
)

test('every whole second that a zone shows once comes back as it was', () => {
  const zones = fc.constantFrom(
    'UTC',
    'Europe/London',
    'America/St_Johns',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
  )
  const seconds = fc.integer({
    min: at('2000-01-01T00:00:00Z') / 1000,
    max: at('2040-01-01T00:00:00Z') / 1000,
  })
  fc.assert(
    fc.property(zones, seconds, (zone, second) => {
      const text = localText(second * 1000, zone)
      const readMs = epochOfLocal(text, zone)
      expect(readMs === null ? null : localText(readMs, zone)).toBe(text)
      // The first of two.
      expect(readMs).toBeLessThanOrEqual(second * 1000)
    }),
  )
})
