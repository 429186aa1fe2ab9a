import { expect, test } from 'vitest'
import { bandsOf } from './curve'

const counts = (atMs: number, byStatus: Record<string, number>) => ({
  atMs,
  total: Object.values(byStatus).reduce((sum, count) => sum + count, 0),
  byStatus,
})

test('counts are steps, stacked by meaning; a gap stays empty', () => {
  const runs = [
    {
      fromMs: 0,
      toMs: 40,
      counts: [counts(0, { available: 2, busy: 2 }), counts(20, { available: 3, busy: 1 })],
    },
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
  const bands = bandsOf(
    [{ fromMs: 0, toMs: 10, counts: [counts(0, { free: 1, AVAILABLE: 1, '': 2 })] }],
    0,
    10,
  )
  expect(bands.map(({ path }) => path)).toEqual([
    'M0 50L1000 50L1000 100L0 100Z',
    'M0 0L1000 0L1000 50L0 50Z',
  ])
})
