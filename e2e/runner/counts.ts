export interface Counts {
  passed: number
  failed: number
  skipped: number
}

const NOTHING: Counts = { passed: 0, failed: 0, skipped: 0 }

/** A check without a report counts as one test. */
export function countExit(ok: boolean): Counts {
  return ok ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 }
}

/**
 * Combines a stage's report with its exit. A report that is missing, empty or without a failure although the command
 * failed counts as one failure.
 * @param report what `read` makes of the report; null when there is none that can be read
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
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A file that fails outside its tests (an import, a hook) is one failed test: vitest counts none. */
export function countVitest(report: VitestReport): Counts {
  const brokenFiles = report.testResults.filter(
    ({ status, assertionResults }) =>
      status === 'failed' && !assertionResults.some((result) => result.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + brokenFiles.length,
    skipped: report.numPendingTests + (report.numTodoTests ?? 0),
  }
}

interface PlaywrightReport {
  errors: unknown[]
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
}

/** A flaky test counts as failed, and so does an error outside of all tests. */
export function countPlaywright({ errors, stats }: PlaywrightReport): Counts {
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  }
}

export function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (total, counts) => ({
      passed: total.passed + counts.passed,
      failed: total.failed + counts.failed,
      skipped: total.skipped + counts.skipped,
    }),
    NOTHING,
  )
}

/** `12 passed, 0 failed`, with the skipped tests if there are any. */
export function describeCounts({ passed, failed, skipped }: Counts): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}
