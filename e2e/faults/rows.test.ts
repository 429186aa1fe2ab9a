import { expect, test } from 'vitest'
import type { ReportSuite, TestStatus } from '@/e2e/runner/playwright-report'
import { describeRows } from './rows'

const spec = (title: string, status: TestStatus) => ({
  title,
  file: 'faults/service.spec.ts',
  line: 40,
  tests: [{ projectName: 'faults', status }],
})
const report = (...specs: ReturnType<typeof spec>[]): ReportSuite[] => [{ suites: [{ specs }] }]

test('a row is met when each of its faults passed', () => {
  const rows = describeRows(
    report(spec('row 1: a', 'expected'), spec('row 2: b', 'expected'), spec('row 2: c', 'unexpected')),
    2,
  )
  expect(rows.map(({ what, reached, met }) => [what, reached, met])).toEqual([
    ['row 1: a', '1 of 1', true],
    ['row 2: b, c', '1 of 2', false],
    [expect.any(String), '1 of 2 rows, 2 of 3 ways', false],
  ])
})

test('a row without a test is missed; one that is skipped is neither met nor missed', () => {
  const rows = describeRows(report(spec('row 1: a', 'skipped')), 2)
  expect(rows.map(({ met }) => met)).toEqual([null, false, false])
  expect(describeRows(report(spec('row 1: a', 'skipped')), 1).at(-1)).toMatchObject({
    reached: '0 of 0 rows, 0 of 0 ways',
    met: true,
  })
})

test('a fault that passed when it was repeated is named', () => {
  const rows = describeRows(report(spec('row 1: a', 'expected'), spec('row 1: b', 'flaky')), 1)
  expect(rows.map(({ reached, met }) => [reached, met])).toEqual([
    ['2 of 2; at the second attempt: b', true],
    ['1 of 1 rows, 2 of 2 ways', true],
  ])
})
