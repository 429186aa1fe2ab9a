import { expect, it } from 'vitest'
import { otherOfRepeated, writeLocal } from '@/lib/format/time/zone-time'
import { otherMoment, parseMoment } from './parse-moment'
import { formatClock, formatMoment, formatTime } from './time'

const at = Date.parse
const LORD_HOWE = 'Australia/Lord_Howe'

it('a moment of today is a time of day, an earlier one has its day, each in the chosen zone', () => {
  const now = at('2026-11-21T00:30:00Z')
  expect(formatMoment(at('2026-11-21T00:10:05Z'), now, 'UTC')).toBe('00:10:05')
  expect(formatMoment(at('2026-11-20T23:10:05Z'), now, 'UTC')).toBe('20 Nov, 23:10')
  expect(formatMoment(at('2026-11-20T23:10:05Z'), now, 'Europe/Paris')).toBe('00:10:05')
})

it.each([
  [
    'Europe/London',
    '2026-10-25T00:30:00Z',
    '2026-10-25T01:30:00Z',
    'BST',
    'GMT',
    '+01:00',
    '+00:00',
  ],
  [
    'America/New_York',
    '2026-11-01T05:30:00Z',
    '2026-11-01T06:30:00Z',
    'GMT-4',
    'GMT-5',
    '-04:00',
    '-05:00',
  ],
  // By half an hour.
  [
    LORD_HOWE,
    '2026-04-04T14:40:00Z',
    '2026-04-04T15:10:00Z',
    'GMT+11',
    'GMT+10:30',
    '+11:00',
    '+10:30',
  ],
])(
  'in %s an hour that comes twice is named by its zone',
  (zone, firstTime, secondTime, firstName, secondName, firstOffset, secondOffset) => {
    const firstMs = at(firstTime)
    const secondMs = at(secondTime)
    const later = secondMs + 90 * 60_000
    const clock = zone === LORD_HOWE ? '01:40' : '01:30'
    expect(otherOfRepeated(firstMs, zone)).toBe(secondMs)
    expect(otherOfRepeated(secondMs, zone)).toBe(firstMs)
    const both = [firstMs, secondMs]
    const named = [firstName, secondName].map((name) => `${clock} ${name}`)
    expect(both.map((ms) => formatClock(ms, zone).replace(':00 ', ' '))).toEqual(named)
    expect(both.map((ms) => formatMoment(ms, later, zone, 'minute'))).toEqual(named)
    expect(
      formatMoment(secondMs, later + 86_400_000, zone)
        .split(', ')
        .at(-1),
    ).toBe(named[1])
    // As it is written into a field, it is read as the same moment.
    const texts = both.map((ms) => writeLocal(ms, zone))
    const written = [`${clock}${firstOffset}`, `${clock}${secondOffset}`]
    expect(texts.map((text) => text.slice(11))).toEqual(written)
    const context = { nowMs: later, shownMs: later, zone }
    expect(texts.map((text) => parseMoment(text, context))).toEqual(both)
    // Typed, it means the nearer one, and the other is known; with its zone it means one.
    expect(parseMoment(clock, context)).toBe(secondMs)
    expect(otherMoment(clock, secondMs, context)).toBe(firstMs)
    expect(otherMoment(clock, firstMs, { ...context, shownMs: firstMs })).toBe(secondMs)
    expect(otherMoment(texts[1] as string, secondMs, context)).toBeNull()
    expect(otherMoment('90 min ago', secondMs, context)).toBeNull()
    // While the second is still to come, it means the first.
    expect(otherMoment(clock, firstMs, { ...context, nowMs: firstMs + 60_000 })).toBeNull()
  },
)

it('an hour that comes once is written without a zone', () => {
  for (const text of [
    '2026-10-24T23:59:59',
    '2026-10-25T02:00:00',
    '2026-03-29T01:30:00',
    '2026-07-01T12:00:00',
  ])
    expect(formatClock(at(`${text}Z`), 'Europe/London')).toMatch(/^\d\d:\d\d:\d\d$/)
  expect(writeLocal(at('2026-07-01T12:00:00Z'), 'Europe/London')).toBe('2026-07-01 13:00')
  expect(writeLocal(at('2026-07-01T12:00:07Z'), 'Asia/Kathmandu')).toBe('2026-07-01 17:45:07')
})

it('a time of the service has its seconds, or not', () => {
  const text = '2026-09-10T12:34:56Z'
  expect(formatTime(text, 'Europe/London')).toBe('10 Sept 2026, 13:34:56')
  expect(formatTime(text, 'UTC', 'minute')).toMatch(/2026.*12:34(?!:)/)
  expect(formatTime('soon', 'UTC', 'minute')).toBeNull()
})
