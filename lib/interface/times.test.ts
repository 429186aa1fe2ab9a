import { expect, test } from 'vitest'
import { meansNever, parseInstant, parseTime, readOnce } from './times'

const instant = Date.UTC(2026, 1, 3, 4, 5, 6, 789)

test.each([
  ['2026-02-03T04:05:06.789Z', 'iso-utc'],
  ['2026-02-03T04:05:06.789123Z', 'iso-utc'],
  ['2026-02-03T06:05:06.789+02:00', 'iso-offset'],
  ['2026-02-02T23:35:06.789-0430', 'iso-offset'],
  ['2026-02-03 04:05:06.789 GMT', 'gmt'],
])('%s is one instant in the format %s', (text, format) => {
  expect(parseTime(text)).toEqual({ epochMs: instant, format })
})

test('the zero of a clock means never', () => {
  const zeros = ['0001-01-01T00:00:00Z', '0000-00-00 00:00:00 GMT', '1900-01-01T00:00:00+00:00']
  expect([...zeros, '1970-01-01T01:00:00+01:00'].filter((time) => !meansNever(time))).toEqual([])
  expect([null, 'soon', '1999-08-22T00:00:00Z'].filter(meansNever)).toEqual([])
})

test('the fraction may be missing, and 29 February exists in leap years', () => {
  expect(parseTime('2024-02-29T04:05:06Z')?.epochMs).toBe(Date.UTC(2024, 1, 29, 4, 5, 6))
})

test.each([
  '',
  'yesterday',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-02-03T24:00:00Z',
  '2026-02-03',
  '1770091506',
])('%j is no time', (text) => {
  expect(parseTime(text)).toBeNull()
})

test.each([
  ['2026-05-01T16:04Z', '2026-05-01T16:04:00.000Z'],
  ['2026-05-01T16:04:05.5+05:30', '2026-05-01T10:34:05.500Z'],
  ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
])('%s in an address is %s', (text, instant) => {
  expect(parseInstant(text)).toBe(Date.parse(instant))
})

test.each([
  ['2026-02-30T10:00:00Z'],
  ['2026-05-01T16:04'],
  ['2026-05-01T16:04 05:30'],
  ['2026-05-01T25:04Z'],
  ['2026-05-01T16:04+99:00'],
  ['16:04'],
])('%s in an address is no instant', (text) => {
  expect(parseInstant(text)).toBeNull()
})

test('equal texts are read once, also one that is no time', () => {
  const read: string[] = []
  const once = readOnce((text) => {
    read.push(text)
    return parseTime(text)
  })
  const texts = ['2026-01-05T12:00:00Z', 'yesterday', '2026-01-05T12:00:00Z', 'yesterday']
  expect(texts.map(once)).toEqual(texts.map(parseTime))
  expect(read).toEqual(texts.slice(0, 2))
})
