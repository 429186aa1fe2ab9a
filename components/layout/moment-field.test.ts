import { expect, test } from 'vitest'
import { momentText, readMoment } from './moment-field'

const at = (text: string) => Date.parse(`2026-10-25T${text}:00Z`)
const context = { nowMs: at('12:00'), shownMs: at('11:00'), zone: 'Europe/London' }
const from = { ...context, edge: 'from' } as const
const to = { ...context, edge: 'to' } as const

test('a typed time in UTC, an empty text as no bound', () => {
  expect(readMoment('10:30', context)).toEqual({ time: '2026-10-25T10:30:00Z' })
  expect(readMoment(' ', context)).toEqual({ time: '' })
  expect(readMoment('now', context)).toEqual({ time: '2026-10-25T12:00:00Z' })
  expect(readMoment('1 July 2026', from)).toEqual({ time: '2026-06-30T23:00:00Z' })
  expect(readMoment('1 July 2026', to)).toEqual({ time: '2026-07-01T22:59:59.999Z' })
})

test('a time to come is refused where a moment of the past is meant', () => {
  const refused = { time: null, error: 'This time is in the future.' }
  expect(readMoment('+61 min', context)).toEqual(refused)
  expect(readMoment('2026-10-26 00:00', context)).toEqual(refused)
  expect(readMoment('2026-10-26 00:00', { ...from, isAhead: true })).toEqual({
    time: '2026-10-26T00:00:00Z',
  })
})

test('another text is not a time', () => {
  expect(readMoment('half past', to)).toEqual({
    time: null,
    error: expect.stringContaining('Not a time.'),
  })
})

test.each([
  ['2026-07-01T12:00:00Z', '2026-07-01 13:00'],
  ['2026-07-01T14:00:00+02:00', '2026-07-01 13:00'],
  ['2026-06-30T23:00:00Z', '2026-07-01'],
  ['2026-07-01', '2026-07-01'],
  ['yesterday', 'yesterday'],
  ['2026-02-30', '2026-02-30'],
  ['', ''],
])('the address %j is %j in the field', (time, text) => {
  expect(momentText(time, from)).toBe(text)
})
