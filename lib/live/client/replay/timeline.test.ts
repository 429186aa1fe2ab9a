import { expect, test } from 'vitest'
import type { RecordingGap, RecordingTimeline } from '@/lib/api/contract/recording'
import {
  awaitsBeginning,
  beginningAfter,
  beginningOf,
  gapAt,
  gapNear,
  playable,
  recordedSpan,
  runsOf,
  startOf,
} from './timeline'

const search = { position: { lat: 51.5, lng: -0.1 }, radius: 1000, type: null }
const counted = (atMs: number) => ({ atMs, total: 1, byStatus: { busy: 1 } })
const gap = (fromMs: number, toMs: number, reason: RecordingGap['reason'] = 'stopped') => ({
  fromMs,
  toMs,
  reason,
  problem: null,
})

function timeline(fields: Partial<RecordingTimeline>): RecordingTimeline {
  const { stretches = [] } = fields
  const area = { search, isRecording: true }
  const fromMs = stretches[0]?.fromMs ?? null
  const toMs = stretches.at(-1)?.toMs ?? null
  return {
    area: { ...area, fromMs, toMs },
    stretches,
    gaps: [],
    counts: [],
    failure: null,
    keptHours: 2,
    now: 1000,
    ...fields,
  }
}

const stretches = [
  { fromMs: 100, toMs: 200, start: 'a' },
  { fromMs: 300, toMs: 400, start: 'b' },
]

test('a recorded moment is of a stretch, another one of none', () => {
  const recorded = timeline({ stretches })
  expect(recordedSpan(recorded)).toEqual({ fromMs: 100, toMs: 400 })
  expect([50, 150, 250, 400, 900].map((ms) => startOf(recorded, ms))).toEqual([
    null,
    'a',
    null,
    'b',
    null,
  ])
})

test('shortly before the recording begins, its beginning is meant; long before, and within it, the moment itself', () => {
  const begins = 1_000_000
  const recorded = timeline({ stretches: [{ fromMs: begins, toMs: begins + 20_000, start: 'a' }] })
  expect([-60_000, -1].map((ms) => beginningAfter(recorded, begins + ms))).toEqual([begins, begins])
  expect([-3_600_000, 0, 5000, 90_000].map((ms) => beginningAfter(recorded, begins + ms))).toEqual(
    new Array(4).fill(null),
  )
  expect(beginningAfter(timeline({}), begins)).toBeNull()
})

test('in a gap that was just over, the list behind it is meant, also if it is still to come; of long ago, the gap', () => {
  const before = { fromMs: 0, toMs: 100_000, start: 'a' }
  const begins = 1_000_000
  const recorded = (now: number, ...later: RecordingTimeline['stretches']) =>
    timeline({ stretches: [before, ...later], now })
  const behind = { fromMs: begins, toMs: begins + 20_000, start: 'b' }
  expect(beginningAfter(recorded(begins + 20_000, behind), begins - 40_000)).toBe(begins)
  expect(beginningAfter(recorded(begins + 3_600_000, behind), begins - 40_000)).toBeNull()
  expect(beginningAfter(recorded(begins + 20_000, behind), 50_000)).toBeNull()
  const awaits = (now: number, atMs: number, ...later: RecordingTimeline['stretches']) =>
    awaitsBeginning(recorded(now, ...later), atMs)
  expect(awaits(begins, begins - 60_000)).toBe(true)
  expect(awaits(begins, begins - 60_000, behind)).toBe(false)
  expect(awaits(begins + 60_000, begins - 60_000)).toBe(false)
  expect(awaits(120_000, 60_000)).toBe(false)
  expect(awaitsBeginning(timeline({ now: begins }), begins - 60_000)).toBe(true)
})

test('where the clock was set back, the later of two moments is meant', () => {
  const recorded = timeline({
    stretches: [
      { fromMs: 100, toMs: 200, start: 'a' },
      { fromMs: 150, toMs: 400, start: 'b' },
    ],
  })
  expect([120, 180].map((ms) => startOf(recorded, ms))).toEqual(['a', 'b'])
  const setBack = timeline({ stretches: [...stretches].reverse() })
  expect(recordedSpan(setBack)).toEqual({ fromMs: 100, toMs: 400 })
  expect(playable(setBack)).toMatchObject({ fromMs: 100, lastMs: 200, toMs: 400 })
})

test('no run leads over a gap, also not over one of the service', () => {
  const recorded = timeline({
    stretches,
    gaps: [gap(130, 150, 'service'), gap(200, 300)],
    counts: [100, 125, 140, 160, 190, 300, 390].map(counted),
  })
  const runs = runsOf(recorded).map(({ fromMs, toMs, counts }) => [
    fromMs,
    toMs,
    counts.map((one) => one.atMs),
  ])
  expect(runs).toEqual([
    [100, 130, [100, 125]],
    [150, 200, [160, 190]],
    [300, 400, [300, 390]],
  ])
})

test('another search is replayed from the moment shown on, unless the address names another', () => {
  const began = 1_000
  const shown = 90_000
  const other = 40_000
  expect(beginningOf(shown, began, began)).toBe(shown)
  expect(beginningOf(shown, other, began)).toBe(other)
  expect(beginningOf(null, began, began)).toBe(began)
})

test('a moment lies in a gap after the list before it and until the next one', () => {
  const gaps = [gap(200, 300), gap(320, 340, 'service')]
  const reasonAt = (atMs: number) => gapAt(gaps, atMs)?.reason ?? null
  expect([200, 201, 299, 300].map(reasonAt)).toEqual([null, 'stopped', 'stopped', null])
  expect([319, 320, 339, 340].map(reasonAt)).toEqual([null, 'service', 'service', null])
})

test('pointing beside a short gap means the nearest one', () => {
  const gaps = [gap(200, 201), gap(206, 300, 'service')]
  const reasonNear = (atMs: number) => gapNear(gaps, atMs, 4)?.reason ?? null
  expect([195, 196, 203, 204, 304, 305].map(reasonNear)).toEqual([
    null,
    'stopped',
    'stopped',
    'service',
    'service',
    null,
  ])
})
