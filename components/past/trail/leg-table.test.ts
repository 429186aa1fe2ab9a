import { expect, test } from 'vitest'
import { distanceFormat } from '@/lib/format/position/distance'
import { formatMoment } from '@/lib/format/time/time'
import { readTrail } from '@/lib/recording/trail/legs'
import { pointAt } from '@/lib/testing/simulated-drive'
import { breakWords, legWords, speedWords, timeWords } from './leg-table'

const format = distanceFormat('kilometres')
const place = { lat: 51.5, lng: -0.1 }

test('a leg says what it was', () => {
  const drive = {
    kind: 'drive',
    fromMs: 0,
    toMs: 1,
    averageKmh: 28.4,
    fastestKmh: 51.6,
    points: [],
  } as const
  expect(legWords({ ...drive, metres: 3_210 }, format, 'kilometres')).toBe('Drove 3.21 km')
  expect(legWords({ ...drive, metres: 12 }, format, 'kilometres')).toBe('Moved 12 m')
  expect(speedWords({ ...drive, metres: 900 }, 'kilometres')).toBe(
    '28 km/h on average, 52 km/h at most',
  )
  expect(speedWords({ ...drive, metres: 900 }, 'miles')).toBe('18 mph on average, 32 mph at most')
  expect(
    speedWords({ ...drive, metres: 900, averageKmh: null, fastestKmh: null }, 'miles'),
  ).toBeNull()
  expect(speedWords({ ...drive, metres: 12 }, 'kilometres')).toBeNull()
  const jump = (hasReturned: boolean) =>
    ({ kind: 'jump', piece: 0, points: [pointAt(0, place)], metres: 2_200, hasReturned }) as const
  expect(legWords(jump(true), format, 'kilometres')).toMatch(/^Position 2.2 km away and back/)
  expect(legWords(jump(false), format, 'kilometres')).toMatch(/faster than 200 km\/h/)
})

test('a break says why', () => {
  expect(breakWords({ reason: 'absent', problem: null })).toMatch(/^Outside the recorded area/)
  expect(breakWords({ reason: 'unknown', problem: null })).toBe('No recording for this time')
  expect(breakWords({ reason: 'no-position', problem: null })).toBe('No readable position')
  expect(breakWords({ reason: 'service', problem: 'upstream-unreachable' })).toBe(
    'Service unreachable',
  )
})

test.each([
  [
    'Europe/London',
    ['25 Oct, 01:10 BST or earlier', '25 Oct, 01:50 BST or later'],
    ['25 Oct, 01:50 BST', '25 Oct, 01:10 GMT'],
    ['25 Oct, 01:10 GMT or earlier', '25 Oct, 01:59 GMT or later'],
  ],
  [
    'America/New_York',
    ['24 Oct, 20:10 or earlier', '24 Oct, 20:50 or later'],
    ['24 Oct, 20:50', '24 Oct, 21:10'],
    ['24 Oct, 21:10 or earlier', '24 Oct, 21:59 or later'],
  ],
] as const)('in the night in which the clocks of London go back, times in %s', (zone, ...words) => {
  const utc = (time: string) => Date.parse(`2026-10-25T${time}:00Z`)
  const stand = (from: string, to: string) => ({
    kind: 'points' as const,
    points: [{ ...pointAt(utc(from), place), lastMs: utc(to) }],
  })
  const gap = { fromMs: utc('00:50'), toMs: utc('01:10'), reason: 'absent', problem: null } as const
  const parts = [
    stand('00:10', '00:50'),
    { kind: 'break' as const, ...gap },
    stand('01:10', '01:59'),
  ]
  const { legs } = readTrail(parts, { metres: 50, ms: 5 * 60_000 })
  const write = (ms: number) => formatMoment(ms, Date.parse('2026-11-01T12:00:00Z'), zone)
  expect(legs.map((leg) => Object.values(timeWords(leg, write)))).toEqual(words)
})
