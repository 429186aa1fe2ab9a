import { expect, test } from 'vitest'
import { fewest, runsOf, statusesOf, stepOf, tableRows } from './counts-steps'

const HOUR_MS = 3_600_000
const at = (atMs: number, byStatus: Record<string, number>) => ({ atMs, total: 0, byStatus })

test.each([
  [60_000, 10],
  [HOUR_MS, 30],
  [2 * HOUR_MS, 30],
  [8 * HOUR_MS, 120],
  [24 * HOUR_MS, 600],
])('%i ms are drawn in steps of %i s', (ms, seconds) => {
  expect(stepOf({ fromMs: 0, toMs: ms })).toBe(seconds * 1000)
})

test('a line breaks where counts are missing', () => {
  const counts = [0, 10, 20, 50, 60].map((ms) => at(ms, {}))
  expect(runsOf(counts, 10).map((run) => run.map(({ atMs }) => atMs))).toEqual([
    [0, 10, 20],
    [50, 60],
  ])
})

test('a table has the first, the last and some in between', () => {
  const rows = tableRows(Array.from({ length: 121 }, (_, n) => at(n, {})))
  expect(rows.map(({ atMs }) => atMs)).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120])
  expect(tableRows([at(5, {})])).toHaveLength(1)
})

test('statuses begin with the most frequent, and none comes last', () => {
  expect(statusesOf([at(0, { busy: 1, '': 9 }), at(1, { available: 3, busy: 1 })])).toEqual([
    'available',
    'busy',
    '',
  ])
})

test('the fewest is the first time with so few; a status that is missing then is none', () => {
  const counts = [
    at(0, { available: 3 }),
    at(1, { available: 1 }),
    at(2, { available: 1 }),
    at(3, { busy: 2 }),
  ]
  expect(fewest(counts, 'available')).toEqual({ count: 0, atMs: 3 })
  expect(fewest(counts.slice(0, 3), 'available')).toEqual({ count: 1, atMs: 1 })
  expect(fewest([], 'available')).toBeNull()
})
