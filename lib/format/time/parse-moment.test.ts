import { describe, expect, test } from 'vitest'
import { parseMoment } from './parse-moment'
import { writeLocal } from './zone-time'

const at = Date.parse

const NOON = '2026-11-22T12:00:00Z'

/** As typed in a zone at a moment, while `shown` is replayed. */
function typed(
  text: string,
  { now = NOON, shown, zone = 'UTC' }: Readonly<Record<string, string>> = {},
) {
  const epochMs = parseMoment(text, { nowMs: at(now), shownMs: at(shown ?? now), zone })
  return epochMs === null ? null : new Date(epochMs).toISOString().replace('.000', '')
}

test.each([
  ['11:04', '2026-11-22T11:04:00Z'],
  ['11:04:05', '2026-11-22T11:04:05Z'],
  ['11.04', '2026-11-22T11:04:00Z'],
  ['11h04', '2026-11-22T11:04:00Z'],
  ['11 h 04', '2026-11-22T11:04:00Z'],
  ['11h', '2026-11-22T11:00:00Z'],
  ['1104', '2026-11-22T11:04:00Z'],
  ['9:04 am', '2026-11-22T09:04:00Z'],
  ['12:10 a.m.', '2026-11-22T00:10:00Z'],
  // Still to come today.
  ['16:04', '2026-11-21T16:04:00Z'],
  ['4:04PM', '2026-11-21T16:04:00Z'],
  ['today 11:04', '2026-11-22T11:04:00Z'],
  ['Yesterday, at 4 pm', '2026-11-21T16:00:00Z'],
  ['2026-11-21 16:04', '2026-11-21T16:04:00Z'],
  ['2026-11-21, 4:04:05 pm', '2026-11-21T16:04:05Z'],
  ['2026-11-21T16:04', '2026-11-21T16:04:00Z'],
  ['2026-11-21T16:04:05.000Z', '2026-11-21T16:04:05Z'],
  ['2026-11-21T18:04:05+02:00', '2026-11-21T16:04:05Z'],
  ['2026-11-21 18:04 +0200', '2026-11-21T16:04:00Z'],
  ['21 November 2025 16:04', '2025-11-21T16:04:00Z'],
  ['Nov 21, 2026, 4:04 PM', '2026-11-21T16:04:00Z'],
  // Of last year: this one's is still to come.
  ['24 Dec 16:04', '2025-12-24T16:04:00Z'],
  // The 22nd is a Sunday.
  ['Fri 16:04', '2026-11-20T16:04:00Z'],
  ['sunday, 11:04', '2026-11-22T11:04:00Z'],
  ['Sat, Nov 21, 2026, 4:04 PM', '2026-11-21T16:04:00Z'],
  ['Sat, 21 Nov 16:04', '2026-11-21T16:04:00Z'],
  ['11:04 UTC', '2026-11-22T11:04:00Z'],
  ['now', '2026-11-22T12:00:00Z'],
  ['90 s ago', '2026-11-22T11:58:30Z'],
  ['1 h 30 min ago', '2026-11-22T10:30:00Z'],
  ['1.5 hours ago', '2026-11-22T10:30:00Z'],
  ['2 days ago', '2026-11-20T12:00:00Z'],
])('%j typed at noon is %s', (text, expected) => {
  expect(typed(text)).toBe(expected)
})

test.each([
  ...[
    '',
    '16',
    '25:00',
    '13:04 pm',
    '0:10 am',
    '16:60',
    'noon',
    'yesterday',
    '10 min',
    '+10 min ago',
  ],
  ...[
    '2026-02-30 10:00',
    '2026-02-30T10:00Z',
    '31 Nov 10:00',
    'Foo 3 10:00',
    'Fri, yesterday 16:04',
  ],
  ...['16:04; rm -rf', '16:04 XYZ', '9'.repeat(400)],
])('%j is no moment', (text) => {
  expect(typed(text)).toBeNull()
})

test('a time without a day is of the day that is shown; a length with a sign counts from the moment shown', () => {
  const shown = '2026-11-20T09:00:00Z'
  expect(typed('16:04', { shown })).toBe('2026-11-20T16:04:00Z')
  expect(typed('yesterday 16:04', { shown })).toBe('2026-11-21T16:04:00Z')
  expect(typed('+5 min', { shown })).toBe('2026-11-20T09:05:00Z')
  expect(typed('-30s', { shown })).toBe('2026-11-20T08:59:30Z')
  expect(typed('10 min ago', { shown })).toBe('2026-11-22T11:50:00Z')
})

test('a time is of the chosen zone, and so is the day', () => {
  const late = '2026-11-22T23:00:00Z'
  expect(typed('16:04', { zone: 'America/Montevideo', now: late })).toBe('2026-11-22T19:04:00Z')
  // Tomorrow has begun in Auckland.
  expect(typed('yesterday 16:04', { zone: 'Pacific/Auckland' })).toBe('2026-11-22T03:04:00Z')
  expect(typed('2026-01-01 00:30', { zone: 'Pacific/Auckland' })).toBe('2025-12-31T11:30:00Z')
})

test('at an end of a span, a day alone is its first or its last moment, in the zone', () => {
  const zone = 'America/Montevideo'
  const bound = (text: string, edge?: 'from' | 'to', now = NOON) => {
    const epochMs = parseMoment(text, { nowMs: at(now), shownMs: at(now), zone, edge })
    return epochMs && [new Date(epochMs).toISOString(), writeLocal(epochMs, zone, edge)]
  }
  expect(bound('2026-11-21', 'from')).toEqual(['2026-11-21T03:00:00.000Z', '2026-11-21'])
  expect(bound('21 Nov', 'to')).toEqual(['2026-11-22T02:59:59.999Z', '2026-11-21'])
  expect(bound('yesterday', 'from')).toEqual(['2026-11-21T03:00:00.000Z', '2026-11-21'])
  expect(bound('2026-11-21 00:00', 'to')).toEqual(['2026-11-21T03:00:00.000Z', '2026-11-21 00:00'])
  expect(bound('2026-11-21')).toBeNull()
  expect(bound('2026-02-30', 'to')).toBeNull()
})

test('a time to come is meant where it may be, as when a booking is for', () => {
  const typedAhead = (text: string) =>
    parseMoment(text, { nowMs: at(NOON), shownMs: at(NOON), zone: 'UTC', isAhead: true })
  expect(typedAhead('16:04')).toBe(at('2026-11-22T16:04:00Z'))
  expect(typedAhead('tomorrow 9:00')).toBe(at('2026-11-23T09:00:00Z'))
  expect(typedAhead('24 Dec 16:04')).toBe(at('2026-12-24T16:04:00Z'))
  expect(typedAhead('3 Jan 9:00')).toBe(at('2027-01-03T09:00:00Z'))
  expect(typedAhead('20 Nov 9:00')).toBe(at('2026-11-20T09:00:00Z'))
  expect(typedAhead('in 5 min')).toBe(at(NOON) + 300_000)
})

describe('daylight saving', () => {
  const zone = 'Europe/London'

  test('of an hour that comes twice, the nearer to the moment shown is meant', () => {
    // The clock went back at 01:00Z: it is 01:10 for the second time.
    const now = '2026-10-25T01:10:00Z'
    expect(typed('01:05', { zone, now })).toBe('2026-10-25T01:05:00Z')
    expect(typed('01:30', { zone, now })).toBe('2026-10-25T00:30:00Z')
    const shown = '2026-10-25T00:20:00Z'
    expect(typed('01:05', { zone, now, shown })).toBe('2026-10-25T00:05:00Z')
    expect(typed('2026-10-25T01:05+01:00', { zone, now })).toBe('2026-10-25T00:05:00Z')
  })

  test('with the name of its zone, an hour that comes twice is the one that is shown so', () => {
    const now = '2026-10-25T12:00:00Z'
    for (const shown of ['2026-10-25T00:20:00Z', '2026-10-25T01:20:00Z']) {
      expect(typed('01:30:00 BST', { zone, now, shown })).toBe('2026-10-25T00:30:00Z')
      expect(typed('25 Oct, 01:30 GMT', { zone, now, shown })).toBe('2026-10-25T01:30:00Z')
    }
    expect(typed('01:30 GMT-5', { zone: 'America/New_York', now: '2026-11-01T12:00:00Z' })).toBe(
      '2026-11-01T06:30:00Z',
    )
  })

  test('a time that the clock skipped goes on from before', () => {
    expect(typed('01:30', { zone, now: '2026-03-29T12:00:00Z' })).toBe('2026-03-29T01:30:00Z')
  })

  test('yesterday is the day before, also where that has 23 or 25 hours', () => {
    expect(typed('yesterday 12:00', { zone, now: '2026-03-30T11:00:00Z' })).toBe(
      '2026-03-29T11:00:00Z',
    )
    expect(typed('yesterday 12:00', { zone, now: '2026-10-26T12:00:00Z' })).toBe(
      '2026-10-25T12:00:00Z',
    )
    expect(typed('24 h ago', { zone, now: '2026-10-25T12:00:00Z' })).toBe('2026-10-24T12:00:00Z')
  })
})
