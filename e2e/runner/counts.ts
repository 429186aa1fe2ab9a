import { relative } from 'node:path'
import { listTests, type PlaywrightReport, type TestStatus } from './playwright-report'

export interface Counts {
  passed: number
  failed: number
  skipped: number
  /** Names of the failed, with the first line of what the last attempt says. */
  failures: readonly string[]
  /** Names of those among the passed that failed at the first attempt, which CI alone repeats (decision 071). */
  repeated: readonly string[]
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0, failures: [], repeated: [] }

/** A check without a report counts as one test. */
export function countExit(ok: boolean): Counts {
  return ok ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 }
}

/** A stage without its browser is skipped, in CI it fails. */
export function countSkipped(inCi: boolean): Counts {
  return inCi ? countExit(false) : { ...NOTHING, skipped: 1 }
}

/**
 * Combines a stage's report with its exit. A report that is missing, empty or without a failure although the command
 * failed counts as one failure.
 * @param report the report as read; null when there is none that can be read
 */
export function settle(report: Counts | null, ok: boolean): Counts {
  if (!report) return countExit(false)
  const ran = report.passed + report.failed > 0
  const explained = ok || report.failed > 0
  return ran && explained ? report : { ...report, failed: report.failed + 1 }
}

interface VitestReport {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests?: number
  testResults: { name: string; status: string; message?: string; assertionResults: VitestResult[] }[]
}

interface VitestResult {
  status: string
  fullName: string
  /** Of all attempts, also when the last one passed. */
  failureMessages: readonly string[]
}

/** A file that fails outside its tests (an import, a hook) is one failed test: vitest counts none. */
export function countVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  const named = (status: string, isWanted: (result: VitestResult) => boolean) =>
    report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter((result) => result.status === status && isWanted(result))
        .map(({ fullName, failureMessages }) => ({
          name: `${relative(process.cwd(), name)} › ${fullName}`,
          message: failureMessages.at(-1) ?? '',
        })),
    )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
    failures: [
      ...named('failed', () => true),
      ...brokenFiles.map(({ name, message = '' }) => ({ name: relative(process.cwd(), name), message })),
    ].map(({ name, message }) => `${name}: ${message.split('\n', 1)[0]}`),
    repeated: named('passed', ({ failureMessages }) => failureMessages.length > 0).map(({ name }) => name),
  }
}

/** An error outside of all tests is a failed one. */
export function countPlaywright({ errors, suites }: PlaywrightReport): Counts {
  const tests = suites.flatMap(listTests)
  const named = (wanted: TestStatus) =>
    tests.filter(({ status }) => status === wanted).map(({ name }) => name)
  const count = (wanted: TestStatus) => named(wanted).length
  return {
    passed: count('expected') + count('flaky'),
    failed: count('unexpected') + errors.length,
    skipped: count('skipped'),
    failures: named('unexpected'),
    repeated: named('flaky'),
  }
}

export function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
      failures: [...total.failures, ...counts.failures],
      repeated: [...total.repeated, ...counts.repeated],
    }),
    NOTHING,
  )
}

/** `12 passed, 0 failed`, with the skipped and the repeated tests if there are any. */
export function describeCounts({ passed, failed, skipped, repeated }: Counts): string {
  return [
    `${passed} passed`,
    `${failed} failed`,
    skipped > 0 ? `${skipped} skipped` : null,
    repeated.length > 0 ? `${repeated.length} at the second attempt` : null,
  ]
    .filter((part) => part !== null)
    .join(', ')
}

/** The tests that failed or were repeated, a line each: the last lines of a long log. */
export function describeNamed({ failures, repeated }: Counts): string[] {
  return [
    ...failures.map((failure) => `Failed: ${failure}`),
    ...repeated.map((name) => `Passed at the second attempt: ${name}`),
  ]
}
