import { expect, test } from 'vitest'
import { errorsOf } from '@/components/past/span-form'
import { distanceFormat } from '@/lib/format/position/distance'
import { areaReplayHref, replayHref } from '@/lib/format/replay-links'
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

test.each([
  [null, 5, 'from', /^Not a time/],
  [1, null, 'to', /^Not a time/],
  [10, 10, 'from', /in the future/],
  [5, 4, 'to', /before the beginning/],
  [-90_000_000, 5, 'to', /24 hours/],
] as const)('from %j to %j is refused', (fromMs, toMs, field, words) => {
  expect(errorsOf(fromMs, toMs, 10)[field]).toMatch(words)
  expect(errorsOf(1, 5, 10)).toEqual({})
})

test('a replay is of the area that recorded the position then, the one with the nearest centre', () => {
  const area = (
    radius: number,
    spans: [number, number][],
    lat = 51.5,
    type: string | null = null,
  ) => ({
    search: { position: { lat, lng: -0.1 }, radius, type },
    fromMs: spans[0]?.[0] ?? null,
    toMs: spans.at(-1)?.[1] ?? null,
    isRecording: true,
    recorded: spans.map(([fromMs, toMs]) => ({ fromMs, toMs })),
  })
  const north = { lat: 51.51, lng: -0.1 }
  const radiusAt = (atMs: number) => {
    const areas = [
      area(500, [[0, 60_000]]),
      // With a hole.
      area(5_000, [
        [0, 1_000],
        [9_000, 60_000],
      ]),
      area(4_000, [[0, 20_000]], 51.52),
      area(3_000, [[0, 60_000]], 51.515, 'van'),
      area(6_000, [[4_000, 60_000]], 51.512),
      area(7_000, []),
    ]
    const href = replayHref(areas, 'v-7', north, atMs)
    return href && Number(new URL(href, 'http://x').searchParams.get('radius'))
  }
  expect([500, 5_000, 10_000, 70_000].map(radiusAt)).toEqual([5_000, 6_000, 6_000, null])
  // An area of one type may lack the vehicle.
  expect(radiusAt(3_000)).toBe(4_000)
  expect(replayHref([area(5_000, [[0, 9_000]], 51.5, 'van')], 'v-7', north, 1_000)).toBe(
    '/?position=51.5,-0.1&radius=5000&vehicle=v-7&type=van&at=1970-01-01T00%3A00%3A01Z',
  )
  expect(areaReplayHref({ position: place, radius: 1609.344, type: null }, 1_500)).toBe(
    '/?position=51.5,-0.1&radius=1609.344&at=1970-01-01T00%3A00%3A01.500Z',
  )
})
