import { expect, test } from 'vitest'
import { ageInWords, ageOf, ageStep, formatAge } from './age'

const received = Date.UTC(2026, 0, 1, 12, 0, 0)

test('an age is the time since the report, as long as it is looked at', () => {
  expect(ageOf('2026-01-01T11:59:48Z', received, 3_000)).toEqual({ ageMs: 15_000, fromReceipt: false })
})

test('a report from the future counts from receipt, and says so', () => {
  expect(ageOf('2026-01-01T12:05:00Z', received, 3_000)).toEqual({ ageMs: 3_000, fromReceipt: true })
})

test('a clock a few seconds ahead is not worth a word', () => {
  expect(ageOf('2026-01-01T12:00:02Z', received, 3_000)).toEqual({ ageMs: 3_000, fromReceipt: false })
})

test.each([null, 'soon'])('the time %j counts from receipt', (mtime) => {
  expect(ageOf(mtime, received, 3_000)).toEqual({ ageMs: 3_000, fromReceipt: true })
})

test('a clock’s zero is no age', () => {
  expect(ageInWords('2026-01-01T11:59:48Z', 12_000)).toBe('12s ago')
  expect(ageInWords('0001-01-01T00:00:00Z', 6e13)).toBe('never reported')
  expect(ageInWords(null, 0)).toBe('no timestamp')
})

test.each([
  [0, 'fresh', '0s'],
  [59_999, 'fresh', '59s'],
  [60_000, 'ageing', '1m'],
  [300_000, 'stale', '5m'],
  [7_200_000, 'stale', '2h'],
  [200_000_000, 'stale', '2d'],
])('%d ms is %s and reads %s', (ms, step, text) => {
  expect(ageStep(ms)).toBe(step)
  expect(formatAge(ms)).toBe(text)
})
