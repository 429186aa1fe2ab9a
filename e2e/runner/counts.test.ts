import { describe, expect, test } from 'vitest'
import { type Counts, countPlaywright, countVitest, describeCounts, settle, sum } from './counts'

const counts = (passed: number, failed = 0, skipped = 0): Counts => ({ passed, failed, skipped })

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

test('vitest: a file that cannot be loaded is a failed test', () => {
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [
      { status: 'passed', assertionResults: [{ status: 'passed' }, { status: 'passed' }] },
      { status: 'failed', assertionResults: [{ status: 'failed' }] },
      { status: 'failed', assertionResults: [] },
    ],
  }
  expect(countVitest(report)).toEqual(counts(2, 2, 2))
})

test('Playwright: a flaky test has failed, and so has an error outside of all tests', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  expect(countPlaywright({ errors: [{}], stats })).toEqual(counts(4, 3, 2))
})

test('the closing line', () => {
  expect(describeCounts(sum([counts(1), counts(2, 1)]))).toBe('3 passed, 1 failed')
  expect(describeCounts(counts(3, 0, 2))).toBe('3 passed, 0 failed, 2 skipped')
})
