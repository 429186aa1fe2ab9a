import { expect, test } from 'vitest'
import { formatMs, median, quantile } from '@/e2e/support/statistics'
import { toMarkdown } from './table'

test('tables print as one of Markdown, and a missed target is marked', () => {
  const row = { what: 'refresh', reached: '14 ms', wanted: '≤ 10 ms', met: false }
  expect(toMarkdown([{ title: 'Map', rows: [row, { ...row, wanted: null, met: null }] }])).toBe(
    [
      '| | measured | target | |',
      '|---|---|---|---|',
      '| **Map** | | | |',
      '| refresh | 14 ms | ≤ 10 ms | **missed** |',
      '| refresh | 14 ms | – |  |',
    ].join('\n'),
  )
})

test('a quantile is a value that was measured', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index)
  expect([median(values), quantile(values, 0.95), quantile(values, 1)]).toEqual([50, 95, 100])
  expect(values[0]).toBe(100)
})

test('times keep the digits that matter', () => {
  expect([0.0042, 0.083, 4.25, 14.26, 1808.2].map(formatMs)).toEqual([
    '0.004 ms',
    '0.08 ms',
    '4.25 ms',
    '14.3 ms',
    '1,808 ms',
  ])
})
