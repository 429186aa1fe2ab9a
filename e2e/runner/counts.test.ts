import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  type Counts,
  countPlaywright,
  countSkipped,
  countVitest,
  describeCounts,
  describeNamed,
  settle,
  sum,
} from './counts'
import type { TestStatus } from './playwright-report'

const counts = (
  passed: number,
  failed = 0,
  skipped = 0,
  repeated: string[] = [],
  failures: string[] = [],
): Counts => ({
  passed,
  failed,
  skipped,
  failures,
  repeated,
})

const suite = (...statuses: TestStatus[]) => ({
  specs: statuses.map((status, index) => ({
    title: status,
    file: 'map/map.spec.ts',
    line: index + 1,
    tests: [{ projectName: 'phone', status }],
  })),
})

describe('settle', () => {
  test('a report counts as it is when the command ended as it says', () => {
    expect(settle(counts(3, 0, 1), true)).toEqual(counts(3, 0, 1))
    expect(settle(counts(3, 2), false)).toEqual(counts(3, 2))
  })

  test('no report is one failure, however the command ended', () => {
    expect(settle(null, true)).toEqual(counts(0, 1))
    expect(settle(null, false)).toEqual(counts(0, 1))
  })

  test('a report without a test that ran is one failure', () => {
    expect(settle(counts(0), true)).toEqual(counts(0, 1))
    expect(settle(counts(0, 0, 4), true)).toEqual(counts(0, 1, 4))
  })

  test('a command that fails without a failed test is one failure', () => {
    expect(settle(counts(5), false)).toEqual(counts(5, 1))
  })
})

test('vitest: a file that cannot be loaded is a failed test; a test that passed when it was repeated is named', () => {
  const result = (status: string, ...failureMessages: string[]) => ({
    status,
    fullName: 'pins › stay',
    failureMessages,
  })
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      {
        name: resolve('lib/map.test.ts'),
        status: 'passed',
        assertionResults: [result('passed'), result('passed', 'Error: 1')],
      },
      {
        name: resolve('a'),
        status: 'failed',
        assertionResults: [result('failed', 'Error: 1', 'Error: 2\n at x')],
      },
      { name: resolve('b'), status: 'failed', message: 'No such file\n at y', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual(
    counts(2, 2, 2, ['lib/map.test.ts › pins › stay'], ['a › pins › stay: Error: 2', 'b: No such file']),
  )
})

test('Playwright: a test that failed twice has failed, and so has an error outside of all tests', () => {
  const report = { errors: [{}], suites: [suite('expected', 'expected', 'unexpected', 'skipped')] }
  expect(countPlaywright(report)).toEqual(counts(2, 2, 1, [], ['map/map.spec.ts:3 › unexpected (phone)']))
})

test('Playwright: a test that passed when it was repeated has passed, and is named', () => {
  const report = { errors: [], suites: [{ suites: [suite('expected', 'flaky')] }] }
  const name = 'map/map.spec.ts:2 › flaky (phone)'
  expect(countPlaywright(report)).toEqual(counts(2, 0, 0, [name]))
  const total = sum([counts(3), countPlaywright(report)])
  expect(describeNamed(total)).toEqual([`Passed at the second attempt: ${name}`])
  expect(describeCounts(total)).toBe('5 passed, 0 failed, 1 at the second attempt')
  expect(describeNamed(counts(3, 1, 0, [], ['a: Error: 2']))).toEqual(['Failed: a: Error: 2'])
})

test('the closing line', () => {
  expect(describeCounts(sum([counts(1), counts(2, 1)]))).toBe('3 passed, 1 failed')
  expect(describeCounts(counts(3, 0, 2))).toBe('3 passed, 0 failed, 2 skipped')
})

test('a stage without its browser is skipped, and fails in CI', () => {
  expect(describeCounts(countSkipped(false))).toBe('0 passed, 0 failed, 1 skipped')
  expect(countSkipped(true).failed).toBe(1)
})
