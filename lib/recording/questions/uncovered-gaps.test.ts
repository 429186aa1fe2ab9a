import { expect, test } from 'vitest'
import type { GapReason, RecordingGap } from '@/lib/contract/recording'
import { type AreaCoverage, uncoveredGaps, unrecordedTimes } from './uncovered-gaps'

const gap = (fromMs: number, toMs: number, reason: GapReason = 'unwatched'): RecordingGap => ({
  ...{ fromMs, toMs, reason, problem: null },
})
const area = (change: Partial<AreaCoverage>): AreaCoverage => ({
  ...{ type: null, isWhole: true, stretches: [{ fromMs: 0, toMs: 100 }], gaps: [] },
  ...{ asked: change.gaps ?? [], ...change },
})
const left = (...areas: AreaCoverage[]) =>
  uncoveredGaps(areas).map(({ fromMs, toMs, reason }) => `${reason} ${fromMs}-${toMs}`)

test('a gap of one area is none where another one knows the whole circle for all of it', () => {
  const broken = area({ gaps: [gap(20, 40)] })
  expect(left(broken)).toEqual(['unwatched 20-40'])
  expect(left(broken, area({}))).toEqual([])
  expect(left(area({}), broken)).toEqual([])
  expect(left(broken, area({ isWhole: false }))).toEqual(['unwatched 20-40'])
  expect(
    left(
      broken,
      area({
        stretches: [
          { fromMs: 0, toMs: 30 },
          { fromMs: 50, toMs: 100 },
        ],
      }),
    ),
  ).toEqual(['unwatched 20-40'])
  expect(left(broken, area({ gaps: [gap(35, 60, 'service')] }))).toEqual(['unwatched 20-40', 'service 35-60'])
})

test('an area of one type covers gaps of that type only', () => {
  const taxis = area({ type: 'taxi' })
  expect(left(area({ gaps: [gap(20, 40)] }), taxis)).toEqual(['unwatched 20-40'])
  expect(left(area({ type: 'taxi', gaps: [gap(20, 40)] }), taxis)).toEqual([])
})

test('gaps of several areas that meet for one reason are one', () => {
  const [one, other] = [
    area({ gaps: [gap(20, 40, 'stopped'), gap(60, 70)] }),
    area({ gaps: [gap(22, 45, 'stopped')] }),
  ]
  expect(left(one, other)).toEqual(['stopped 20-45'])
  expect(left(one, area({ isWhole: false, gaps: [gap(22, 45, 'stopped'), gap(65, 80, 'store')] }))).toEqual([
    'stopped 20-45',
    'unwatched 60-70',
    'store 65-80',
  ])
})

test('a time of which no area has a list is not recorded, also between areas, before and after them', () => {
  const minutes = (n: number) => n * 60_000
  const stretch = (fromMs: number, toMs: number) => ({ fromMs: minutes(fromMs), toMs: minutes(toMs) })
  const times = (span: readonly [number, number], ...stretches: ReturnType<typeof stretch>[]) =>
    unrecordedTimes(
      stretches.map((one) => ({ stretches: [one] })),
      [gap(minutes(50), minutes(60), 'stopped')],
      stretch(...span),
    ).map(({ fromMs, toMs }) => [fromMs / 60_000, toMs / 60_000])
  expect(times([0, 50], stretch(20, 30), stretch(5, 10))).toEqual([
    [0, 5],
    [10, 20],
    [30, 50],
  ])
  expect(times([12, 18], stretch(5, 10), stretch(20, 30))).toEqual([[12, 18]])
  expect(times([12, 12.5], stretch(5, 10), stretch(20, 30))).toEqual([[12, 12.5]])
  expect(times([0, 10], stretch(20, 30))).toEqual([[0, 10]])
  expect(times([0, 60], stretch(1, 25), stretch(26, 49))).toEqual([])
  expect(times([22, 28], stretch(20, 30))).toEqual([])
})
