import { expect, test } from 'vitest'
import { formatAmount, formatNumber } from './number'
import { isolated, rawText, safeText } from './text'
import { formatTime } from './time/time'

test('a text that would turn its surroundings round is made inert', () => {
  expect(safeText('a\u202eb\u2066c\u0007')).toBe('a\ufffdb\ufffdc\ufffd')
})

test('right-to-left text itself is left alone', () => {
  expect(safeText('سيارة 7')).toBe('سيارة 7')
})

test('right-to-left text is a unit of its own in a sentence, other text is left alone', () => {
  expect(isolated('متاح')).toBe('\u2068متاح\u2069')
  expect(isolated('busy')).toBe('busy')
})

test('an over-long text is clipped, also in the middle of an emoji', () => {
  expect(safeText('x'.repeat(3000))).toHaveLength(2001)
  expect(safeText('🚕🚕', 3)).toBe('🚕…')
})

test('a value of another type is shown as it came', () => {
  expect(rawText({ a: [1] })).toBe('{"a":[1]}')
  expect(rawText('x')).toBe('x')
  expect(rawText(undefined)).toBe('absent')
})

test('absent is not zero', () => {
  expect(formatNumber(null)).toBe('—')
  expect(formatNumber(0)).toBe('0')
  expect(formatAmount(null, 'GBP')).toBe('—')
})

test('an amount is shown exactly as given', () => {
  expect(formatAmount(1.005, 'GBP')).toBe('1.005 GBP')
  expect(formatAmount(250, null)).toBe('250')
})

test('a time is shown in the chosen zone, and not at all when it is none', () => {
  expect(formatTime('2026-07-01 12:00:00.000 GMT', 'Europe/London')).toBe('1 Jul 2026, 13:00:00')
  expect(formatTime('soon', 'UTC')).toBeNull()
})
