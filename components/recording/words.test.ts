import { expect, test } from 'vitest'
import { distanceFormat } from '@/lib/format/position/distance'
import { pointAt } from '@/lib/testing/simulated-drive'
import { isUnknown } from './gap-list'
import { breakWords, legWords, speedWords } from './leg-words'
import { replayHref } from './replay-href'
import { errorsOf } from './span-fields'
import { instantParser } from './use-question'
import { visitWords } from './visit-words'

const format = distanceFormat('kilometres')
const write = (ms: number) => `${ms / 60_000}'`
const place = { lat: 51.5, lng: -0.1 }

test('a leg says what it was', () => {
  const drive = { kind: 'drive', fromMs: 0, toMs: 1, averageKmh: 28.4, fastestKmh: 51.6, points: [] } as const
  expect(legWords({ ...drive, metres: 3_210 }, format, 'kilometres')).toBe('Drove 3.21 km')
  expect(legWords({ ...drive, metres: 12 }, format, 'kilometres')).toBe('Hardly moved')
  expect(speedWords({ ...drive, metres: 900 }, 'kilometres')).toBe('28 km/h on average, 52 km/h at most')
  expect(speedWords({ ...drive, metres: 900 }, 'miles')).toBe('18 mph on average, 32 mph at most')
  expect(speedWords({ ...drive, metres: 900, averageKmh: null, fastestKmh: null }, 'miles')).toBeNull()
  expect(speedWords({ ...drive, metres: 12 }, 'kilometres')).toBeNull()
  const jump = { kind: 'jump', piece: 0, points: [pointAt(0, place)], metres: 2_200 } as const
  expect(legWords({ ...jump, hasReturned: true }, format, 'kilometres')).toMatch(
    /^Position 2.2 km away and back/,
  )
  expect(legWords({ ...jump, hasReturned: false }, format, 'kilometres')).toMatch(/faster than 200 km\/h/)
})

test('a break says why', () => {
  expect(breakWords({ reason: 'absent', problem: null })).toMatch(/^Outside the recorded area/)
  expect(breakWords({ reason: 'unknown', problem: null })).toBe('Nothing is recorded of this time')
  expect(breakWords({ reason: 'no-position', problem: null })).toBe('No position reported')
  expect(breakWords({ reason: 'service', problem: 'upstream-unreachable' })).toBe('Service unreachable')
})

test('visits in words', () => {
  const known = { isBeginKnown: true, isEndKnown: true, isPassing: false }
  const visit = { ...known, firstMs: 60_000, lastMs: 540_000 }
  expect(visitWords([visit, { ...visit, isPassing: true }], write)).toBe(`1' for 8 min; passed at 1'`)
  expect(visitWords([{ ...visit, isEndKnown: false }], write)).toBe(`1' for at least 8 min`)
  expect(visitWords([{ ...visit, lastMs: 70_000 }], write)).toBe(`1', seen for less than a minute`)
  expect(visitWords(Array(7).fill(visit), write)).toMatch(/; 2 more$/)
})

test.each([
  [null, 5, 'from', /^Allowed/],
  [1, null, 'to', /^Allowed/],
  [10, 10, 'from', /still to come/],
  [5, 4, 'to', /before the beginning/],
  [-90_000_000, 5, 'to', /24 hours/],
] as const)('from %j to %j is refused', (fromMs, toMs, field, words) => {
  expect(errorsOf(fromMs, toMs, 10)[field]).toMatch(words)
})

test('a span is taken as it is', () => expect(errorsOf(1, 5, 10)).toEqual({}))

test('a replay is of an area that has the position at that time', () => {
  const area = (radius: number, fromMs: number | null) => ({
    search: { position: place, radius, type: 'van' },
    ...{ name: null, fromMs, toMs: 60_000, bytes: 0, isRecording: true },
  })
  const north = { lat: 51.51, lng: -0.1 }
  expect(replayHref([area(500, 0), area(5_000, null)], 'v-7', north, 1_000)).toBeNull()
  expect(replayHref([area(500, 0), area(5_000, 0)], 'v-7', north, 61_000)).toBeNull()
  expect(replayHref([area(500, 0), area(5_000, 0)], 'v-7', north, 1_000)).toBe(
    '/?position=51.5,-0.1&radius=5000&vehicle=v-7&type=van&at=1970-01-01T00%3A00%3A01Z',
  )
})

test('a time is not known where gaps leave nothing of it', () => {
  const gap = (fromMs: number, toMs: number) => ({ fromMs, toMs, reason: 'stopped', problem: null }) as const
  const span = { fromMs: 100, toMs: 200 }
  expect(isUnknown([gap(50, 300)], span)).toBe(true)
  expect(isUnknown([gap(150, 250), gap(50, 150)], span)).toBe(true)
  expect(isUnknown([gap(50, 149), gap(150, 250)], span)).toBe(false)
  expect(isUnknown([gap(50, 199)], span)).toBe(false)
  expect(isUnknown([], span)).toBe(false)
})

test('an address has instants with their zone; no day that is none', () => {
  const { parse, serialize } = instantParser
  expect(parse('2026-05-01T16:04:00+02:00')?.toISOString()).toBe('2026-05-01T14:04:00.000Z')
  expect(parse('2026-05-01T16:04:00')).toBeNull()
  expect(parse('2026-02-30T16:04:00Z')).toBeNull()
  expect(serialize(new Date(Date.UTC(2026, 4, 1)))).toBe('2026-05-01T00:00:00.000Z')
})
