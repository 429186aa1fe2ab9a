import { expect, test } from 'vitest'
import type { TrailPart, TrailPoint } from '@/lib/api/contract/recording'
import { at, breakAt as gap, pointAt } from '@/lib/testing/simulated-drive'
import { joinParts, mergeTrails, partsUntil, withinSpan, withoutShortBreaks } from './join-parts'

const place = (metres: number) => ({ lat: 51.5 + metres / 111_195, lng: -0.1 })

const pointsPart = (...points: TrailPoint[]) => ({ kind: 'points' as const, points })

/** At each time the position of a vehicle that drives 10 m a second, as a list has it. */
const drive = (...seconds: number[]) =>
  pointsPart(...seconds.map((second) => pointAt(at(second), place(10 * second))))

/** Seconds of each point, or a break with its times. */
const summary = (parts: readonly TrailPart[]) =>
  parts.map((part) =>
    part.kind === 'break'
      ? `${part.reason} ${(part.fromMs - at(0)) / 1000}-${(part.toMs - at(0)) / 1000}`
      : part.points.map(({ atMs }) => (atMs - at(0)) / 1000).join(' '),
  )

test('a vehicle that drives from one area into another is one trail, in order and without doubles', () => {
  const first = [drive(0, 5, 10, 15, 20), gap(20, 60, 'absent')]
  const second = [gap(0, 11, 'absent'), drive(11, 16, 21, 26, 60)]
  const merged = ['0 5 10 15 20 21 26 60']
  expect(summary(mergeTrails([first, second]))).toEqual(merged)
  expect(summary(mergeTrails([second, first]))).toEqual(merged)
  expect(summary(mergeTrails([first, second, first]))).toEqual(merged)
})

test('where it stands while one area ends and another goes on, it is one point', () => {
  const stands = (from: number, to: number) =>
    pointsPart(pointAt(at(from), place(0), { lastMs: at(to) }))
  const [part, ...rest] = mergeTrails([
    [stands(0, 30), gap(30, 90, 'stopped')],
    [stands(3, 88), gap(88, 90, 'absent')],
  ])
  expect(part?.kind === 'points' && part.points.map(({ atMs, lastMs }) => [atMs, lastMs])).toEqual([
    [at(0), at(88)],
  ])
  expect(summary(rest)).toEqual(['stopped 88-90'])
})

test('no line leads over a time of which no area knows anything', () => {
  const first = [drive(0, 5), gap(5, 100, 'absent')]
  const second = [gap(0, 50, 'absent'), drive(50, 55), gap(55, 100, 'absent')]
  expect(summary(mergeTrails([first, second]))).toEqual([
    '0 5',
    'absent 5-50',
    '50 55',
    'absent 55-100',
  ])
})

test('the gap of one area is filled by another, and what is left of it has the reason that says most', () => {
  const first = [drive(0, 5), gap(5, 60, 'stopped'), drive(60, 65)]
  const second = [
    gap(0, 20, 'absent'),
    drive(20, 30),
    gap(30, 50, 'absent'),
    gap(50, 65, 'no-position'),
  ]
  expect(summary(mergeTrails([first, second]))).toEqual([
    '0 5',
    'stopped 5-20',
    '20 30',
    'stopped 30-50',
    'no-position 50-60',
    '60 65',
  ])
})

test('where areas were recorded one after the other, the time between is unknown', () => {
  expect(summary(mergeTrails([[drive(0, 5)], [drive(90, 95)]]))).toEqual([
    '0 5',
    'unknown 5-90',
    '90 95',
  ])
  expect(summary(mergeTrails([[gap(0, 9, 'absent')], [gap(0, 9, 'absent')]]))).toEqual([
    'absent 0-9',
  ])
  expect(mergeTrails([[], []])).toEqual([])
})

test('of areas with times that go back, the one that knows most is taken as it is', () => {
  const back = [drive(100, 105), drive(20, 25, 30)]
  expect(mergeTrails([[drive(0, 5)], back])).toBe(back)
})

test('parts end at a time up to which all areas were read', () => {
  const stands = pointAt(at(20), place(3), { lastMs: at(80) })
  const parts: TrailPart[] = [gap(0, 9, 'absent'), pointsPart(stands), gap(80, 90, 'absent')]
  expect(summary(partsUntil(parts, at(5)))).toEqual(['absent 0-5'])
  expect(partsUntil(parts, at(50))[1]).toEqual(pointsPart({ ...stands, lastMs: at(50) }))
  expect(summary(partsUntil(parts, at(50)))).toEqual(['absent 0-9', '20'])
})

test('points go on where the first answer ended', () => {
  const one = pointAt(at(0), place(0), { lastMs: at(10) })
  const last = pointAt(at(25), place(1))
  const other = pointsPart(pointAt(at(10), place(0), { lastMs: at(20) }), last)
  const longer = { ...one, lastMs: at(20), lastReportedAt: new Date(at(8)).toISOString() }
  expect(joinParts([pointsPart(one)], [other])).toEqual([pointsPart(longer, last)])
})

test('a break goes on, and another reason is another break', () => {
  expect(joinParts([gap(0, 5, 'absent')], [gap(5, 9, 'absent')])).toEqual([gap(0, 9, 'absent')])
  expect(joinParts([gap(0, 5, 'absent')], [gap(5, 9, 'service')])).toHaveLength(2)
  expect(joinParts([], [gap(5, 9, 'service')])).toEqual([gap(5, 9, 'service')])
})

test('what is not recorded at either end is a break; some seconds are none', () => {
  const known = pointsPart(pointAt(at(600), place(0), { lastMs: at(1_200) }))
  const unknown = (from: number, to: number) => gap(from, to, 'unknown')
  const within = (from: number, to: number, parts = [known]) =>
    withinSpan(parts, { fromMs: at(from), toMs: at(to) })
  expect(within(0, 1_800)).toEqual([unknown(0, 600), known, unknown(1_200, 1_800)])
  expect(within(570, 1_250)).toEqual([known])
  expect(within(0, 60, [])).toEqual([unknown(0, 60)])
})

test('a hole shorter than two intervals is none, but at the ends', () => {
  const parts = [
    gap(0, 4, 'absent'),
    drive(4, 9),
    gap(9, 13, 'absent'),
    drive(13, 18),
    gap(18, 28, 'absent'),
    drive(28, 33),
    gap(33, 36, 'unwatched'),
  ]
  expect(summary(withoutShortBreaks(parts, 10_000))).toEqual([
    'absent 0-4',
    '4 9 13 18',
    'absent 18-28',
    '28 33',
    'unwatched 33-36',
  ])
  expect(withoutShortBreaks(parts, 0)).toEqual(parts)
  const forTwoReasons = (endMs: number) => [
    drive(0, 5),
    gap(5, 9, 'absent'),
    gap(9, endMs, 'takeover'),
    drive(endMs, 20),
  ]
  expect(summary(withoutShortBreaks(forTwoReasons(13), 10_000))).toEqual(['0 5 13 20'])
  expect(withoutShortBreaks(forTwoReasons(15), 10_000)).toEqual(forTwoReasons(15))
})
