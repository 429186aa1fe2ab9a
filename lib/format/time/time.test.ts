import { expect, it } from 'vitest'
import { formatMoment } from './time'

const at = Date.parse

it('a moment of today is a time of day, an earlier one has its day, each in the chosen zone', () => {
  const now = at('2026-11-21T00:30:00Z')
  expect(formatMoment(at('2026-11-21T00:10:05Z'), now, 'UTC')).toBe('00:10:05')
  expect(formatMoment(at('2026-11-20T23:10:05Z'), now, 'UTC')).toBe('20 Nov, 23:10')
  expect(formatMoment(at('2026-11-20T23:10:05Z'), now, 'Europe/Paris')).toBe('00:10:05')
})
