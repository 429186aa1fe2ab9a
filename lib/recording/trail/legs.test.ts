import { expect, test } from 'vitest'
import type { TrailPart, TrailPoint } from '@/lib/api/contract/recording'
import { at, breakAt, LIST_MS, pointAt, simulatedDrive } from '@/lib/testing/simulated-drive'
import { type Drive, type Leg, readTrail } from './legs'
import type { Stop } from './stops'
import { DEFAULT_STOP_MINUTES, STOP_METRES } from './stops'

const RULE = { metres: STOP_METRES, ms: DEFAULT_STOP_MINUTES * 60_000 }
const NOISE_METRES = 8
const whole = (points: readonly TrailPoint[]): TrailPart[] => [{ kind: 'points', points }]
const stopsOf = (legs: readonly Leg[]) =>
  legs.filter((leg) => leg.kind === 'stop') as (Leg & Stop)[]
const drivesOf = (legs: readonly Leg[]) =>
  legs.filter((leg) => leg.kind === 'drive') as (Leg & Drive)[]

/** Metres, by the law of cosines, not by the product's formula. */
function metresBetween(a: { lat: number; lng: number }, b: { lat: number; lng: number }): number {
  const [p, q, d] = [a.lat, b.lat, b.lng - a.lng].map((degrees) => (degrees * Math.PI) / 180) as [
    number,
    number,
    number,
  ]
  const x = (Math.cos(q) * Math.sin(d)) ** 2
  const y = (Math.cos(p) * Math.sin(q) - Math.sin(p) * Math.cos(q) * Math.cos(d)) ** 2
  const below = Math.sin(p) * Math.sin(q) + Math.cos(p) * Math.cos(q) * Math.cos(d)
  return 6_371_008.8 * Math.atan2(Math.sqrt(x + y), below)
}

/** Points on a straight way to the north, `metres` apart. */
const northwards = (count: number, metres: number, fromSeconds = 0, lat = 51.5) =>
  Array.from({ length: count }, (_, n) =>
    pointAt(at(fromSeconds) + n * LIST_MS, { lat: lat + (n * metres) / 111_195, lng: -0.1 }),
  )

test.each(Array.from({ length: 60 }, (_, seed) => seed * 7919 + 1))(
  'drive %i: every stop is found, at its time and place, and none is invented',
  (seed) => {
    const { points, stops } = simulatedDrive(seed, NOISE_METRES)
    const found = stopsOf(readTrail(whole(points), RULE).legs)
    expect(found.map(({ fromMs }) => fromMs)).toHaveLength(stops.length)
    for (const [n, stop] of stops.entries()) {
      const one = found[n] as Stop
      expect(Math.abs(one.fromMs - stop.fromMs)).toBeLessThanOrEqual(3 * LIST_MS)
      expect(Math.abs(one.toMs - stop.toMs)).toBeLessThanOrEqual(3 * LIST_MS)
      expect(metresBetween(one.position, stop.position)).toBeLessThan(NOISE_METRES)
      expect([one.isBeginKnown, one.isEndKnown]).toEqual([true, true])
    }
  },
)

test.each([1, 2, 3])(
  'drive %i: the ways between stops are as long and as fast as another formula has it',
  (seed) => {
    const { points } = simulatedDrive(seed, 0)
    for (const drive of drivesOf(readTrail(whole(points), RULE).legs)) {
      const steps = drive.points
        .slice(1)
        .map((point, n) => metresBetween(drive.points[n] as TrailPoint, point))
      const metres = steps.reduce((sum, one) => sum + one, 0)
      const fastest = Math.max(...steps) / (LIST_MS / 3_600)
      expect(drive.metres).toBeCloseTo(metres, 3)
      expect(drive.fastestKmh).toBeCloseTo(fastest, 3)
      expect(drive.averageKmh).toBeCloseTo(metres / ((drive.toMs - drive.fromMs) / 3_600), 3)
    }
  },
)

test('a way is as fast as the reports say, where lists come more often than they', () => {
  // 100 m in the 10 s between two reports; the second list of each shows the same.
  const points = northwards(6, 100).map((point, n) => {
    const reportedAt = new Date(at(n * 10)).toISOString()
    return {
      ...point,
      atMs: at(n * 10 + 3),
      lastMs: at(n * 10 + 8),
      reportedAt,
      lastReportedAt: reportedAt,
    }
  })
  expect(readTrail(whole(points), RULE).legs).toEqual([
    expect.objectContaining({ kind: 'drive', fastestKmh: expect.closeTo(36, 1) }),
  ])
})

test('without a time of the reports, the lists say how fast', () => {
  const points = northwards(4, 50).map((point) => ({
    ...point,
    reportedAt: null,
    lastReportedAt: null,
  }))
  expect(drivesOf(readTrail(whole(points), RULE).legs)[0]?.fastestKmh).toBeCloseTo(36, 1)
})

test('statuses of a stop that differ in their spelling are one', () => {
  const stands = (second: number, status: string | null) =>
    pointAt(at(second), { lat: 51.5, lng: -0.1 }, { status, lastMs: at(second + 100) })
  const points = [stands(0, 'On Trip'), stands(100, 'on_trip'), stands(200, null)]
  const [stop] = stopsOf(readTrail(whole(points), RULE).legs)
  expect(stop?.statuses).toEqual(['On Trip', null])
})

test('a stop does not span a gap, and says so at both sides', () => {
  const standing = (fromSeconds: number, toSeconds: number) =>
    pointAt(at(fromSeconds), { lat: 51.5, lng: -0.1 }, { lastMs: at(toSeconds) })
  const parts = [
    ...whole([standing(0, 600)]),
    breakAt(600, 660, 'service'),
    ...whole([standing(660, 900)]),
  ]
  const { legs } = readTrail(parts, RULE)
  expect(
    legs.map((leg) => [leg.kind, 'fromMs' in leg && leg.fromMs, 'toMs' in leg && leg.toMs]),
  ).toEqual([
    ['stop', at(0), at(600)],
    ['break', at(600), at(660)],
    ['stop', at(660), at(900)],
  ])
  expect(stopsOf(legs).map(({ isBeginKnown, isEndKnown }) => [isBeginKnown, isEndKnown])).toEqual([
    [false, false],
    [false, false],
  ])
})

test('two stays of a minute on both sides of a gap are no stop', () => {
  const [one, other] = [0, 70].map((from) =>
    pointAt(at(from), { lat: 51.5, lng: -0.1 }, { lastMs: at(from + 61) }),
  ) as [TrailPoint, TrailPoint]
  const { legs } = readTrail([...whole([one]), breakAt(61, 70, 'stopped'), ...whole([other])], RULE)
  expect(legs.map(({ kind }) => kind)).toEqual(['drive', 'break', 'drive'])
})

test('the way across a gap counts nothing', () => {
  const first = northwards(3, 50)
  const second = northwards(3, 50, 600, 51.6)
  const { metres, pieces } = readTrail(
    [...whole(first), breakAt(10, 600, 'absent'), ...whole(second)],
    RULE,
  )
  expect(metres).toBeCloseTo(200, 0)
  expect(pieces.map(({ points }) => points.length)).toEqual([3, 3])
})

test('a position that jumps away and back is marked, and neither way nor stop has it', () => {
  const place = { lat: 51.5, lng: -0.1 }
  const points = Array.from({ length: 60 }, (_, n) => pointAt(at(n * 5), place))
  points[30] = pointAt(at(150), { lat: 51.52, lng: -0.1 })
  const { legs, metres } = readTrail(whole(points), RULE)
  expect(legs.map(({ kind }) => kind)).toEqual(['stop', 'jump'])
  expect(stopsOf(legs)[0]).toMatchObject({ fromMs: at(0), toMs: at(295), position: place })
  expect(legs[1]).toMatchObject({ hasReturned: true, points: [points[30]] })
  expect(metres).toBe(0)
})

test('where a vehicle goes on after a jump, the trail is broken', () => {
  const points = [...northwards(10, 50), ...northwards(10, 50, 50, 52)]
  const { legs, pieces } = readTrail(whole(points), RULE)
  expect(legs.map(({ kind }) => kind)).toEqual(['drive', 'jump', 'drive'])
  expect(pieces.map(({ points }) => points.length)).toEqual([10, 10])
  expect(legs[1]).toMatchObject({ hasReturned: false })
})

test('a reflection between houses does not end a stop', () => {
  const points = Array.from({ length: 100 }, (_, n) => pointAt(at(n * 5), { lat: 51.5, lng: -0.1 }))
  for (const n of [40, 41, 42]) points[n] = pointAt(at(n * 5), { lat: 51.5012, lng: -0.1 })
  expect(stopsOf(readTrail(whole(points), RULE).legs)).toMatchObject([
    { fromMs: at(0), toMs: at(495) },
  ])
})

test('walking pace is no stop', () => {
  const { legs } = readTrail(whole(northwards(200, 7)), RULE)
  expect(legs.map(({ kind }) => kind)).toEqual(['drive'])
})

test('a stop on both sides of 180° is one place', () => {
  const points = Array.from({ length: 60 }, (_, n) =>
    pointAt(at(n * 5), { lat: -17, lng: n % 2 === 0 ? 179.99995 : -179.99995 }),
  )
  const [stop, ...more] = stopsOf(readTrail(whole(points), RULE).legs)
  expect(more).toEqual([])
  expect(Math.abs(stop?.position.lng ?? 0)).toBeCloseTo(180, 4)
})

test('a stop of one point, at the beginning or the end, does not overlap the drive beside it', () => {
  const stands = (fromSeconds: number, lat: number) =>
    pointAt(at(fromSeconds), { lat, lng: -0.1 }, { lastMs: at(fromSeconds + 300) })
  const drive = northwards(4, 100, 305)
  const points = [stands(0, 51.499), ...drive, stands(400, 51.505)]
  const { legs } = readTrail(whole(points), RULE)
  expect(legs.map(({ kind }) => kind)).toEqual(['stop', 'drive', 'stop'])
  const times = legs.flatMap((leg) => (leg.kind === 'jump' ? [] : [leg.fromMs, leg.toMs]))
  expect(times).toEqual(times.toSorted((a, b) => a - b))
})
