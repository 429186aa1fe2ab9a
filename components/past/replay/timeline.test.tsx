import { expect, test } from 'vitest'
import type { RecordingGap, RecordingTimeline } from '@/lib/api/contract/recording'
import { render, textIn } from '@/lib/testing/render'
import { areaOf } from '@/lib/testing/search-area'
import { emptyVehicle } from '@/lib/testing/vehicles'
import { bandsOf, momentInWords, PointedMoment, Timeline } from './timeline'

const at = (time: string) => Date.parse(`2026-05-01T${time}Z`)
const gaps: readonly RecordingGap[] = [
  { fromMs: at('16:02:00'), toMs: at('16:05:00'), reason: 'stopped', problem: null },
  { fromMs: at('16:07:00'), toMs: at('16:07:05'), reason: 'service', problem: 'upstream-timeout' },
]
const nowMs = at('16:30:00')

const timeline: RecordingTimeline = {
  area: {
    search: { position: { lat: 1, lng: 2 }, radius: 1000, type: null },
    fromMs: at('16:00:00'),
    toMs: at('16:10:00'),
    isRecording: false,
  },
  stretches: [{ fromMs: at('16:00:00'), toMs: at('16:10:00'), start: 'a' }],
  counts: [{ atMs: at('16:00:30'), total: 1010, byStatus: { busy: 4, available: 1005, '': 1 } }],
  gaps,
  failure: null,
  keptHours: 1,
  now: nowMs,
}

test('the slider says the moment with its counts, and of a moment in a gap why it is one', () => {
  const saidAt = (time: string) => {
    const nothing = () => undefined
    const html = render(<Timeline timeline={timeline} atMs={at(time)} onSeek={nothing} />)
    return /aria-valuetext="([^"]*)"/.exec(html)?.[1]
  }
  expect(saidAt('16:01:00')).toBe('16:01:00, 1,010 vehicles: 1,005 available, 4 busy, 1 no status')
  expect(saidAt('16:00:10')).toBe('16:00:10')
  expect(saidAt('16:03:00')).toBe('16:03:00, gap: Kerbside was not running')
  expect(saidAt('16:07:02')).toBe('16:07:02, gap: Service is slow')
})

test('pointing shows the moment, or the gap there with its times and its reason', () => {
  const shownAt = (time: string) => {
    const pointed = { atMs: at(time), share: 0.5, nearMs: 10_000 }
    return textIn(render(<PointedMoment pointed={pointed} timeline={timeline} />))
  }
  expect(shownAt('16:01:00')).toBe(
    '16:01:00 · 1,010 vehicles: 1,005 available, 4 busy, 1 no status',
  )
  expect(shownAt('16:03:00')).toBe('16:02:00 to 16:05:00: Kerbside was not running')
  expect(shownAt('16:07:14')).toBe('16:07:00 to 16:07:05: Service is slow')
})

const counts = (atMs: number, byStatus: Record<string, number>) => ({
  atMs,
  total: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
  byStatus,
})

test('counts are steps, stacked by meaning; a gap stays empty', () => {
  const first = [counts(0, { available: 2, busy: 2 }), counts(20, { available: 3, busy: 1 })]
  const runs = [
    { fromMs: 0, toMs: 40, counts: first },
    { fromMs: 80, toMs: 100, counts: [counts(80, { available: 1 })] },
  ]
  const bands = bandsOf(runs, 0, 100)
  expect(bands).toHaveLength(2)
  // Half of the height until 20, three quarters until the gap at 40, one quarter after it from 80.
  expect(bands[0]?.path).toBe(
    'M0 50L200 50L200 25L400 25L400 100L200 100L200 100L0 100ZM800 75L1000 75L1000 100L800 100Z',
  )
  expect(bands[1]?.path).toBe('M0 0L200 0L200 0L400 0L400 25L200 25L200 50L0 50Z')
})

test('words of one meaning are one band', () => {
  const run = { fromMs: 0, toMs: 10, counts: [counts(0, { free: 1, AVAILABLE: 1, '': 2 })] }
  const paths = bandsOf([run], 0, 10).map(({ path }) => path)
  expect(paths).toEqual(['M0 50L1000 50L1000 100L0 100Z', 'M0 0L1000 0L1000 50L0 50Z'])
})

test('a moment without a list is not one without vehicles', () => {
  const area = areaOf([emptyVehicle('v-1')])
  expect(momentInWords('16:04:00', area)).toBe('Replay at 16:04:00, 1 vehicle')
  expect(momentInWords('16:04:00', areaOf([]))).toBe('Replay at 16:04:00, 0 vehicles')
  expect(momentInWords('16:04:00', null)).toBe('Replay at 16:04:00, nothing recorded')
})
