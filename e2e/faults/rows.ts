import { listTests, type ReportSuite, type TestStatus } from '@/e2e/runner/playwright-report'
import type { ResultRow } from '@/e2e/runner/table'

/**
 * One line per row of the table of faults, and one for all of them. A test is named `row 16: 429-seconds`.
 * @param rowCount rows of the table; one without a test is missed
 */
export function describeRows(suites: readonly ReportSuite[], rowCount: number): ResultRow[] {
  const tests = suites.flatMap(listTests).flatMap(({ title, status }) => {
    const [, row, fault = ''] = /^row (\d+): (.*)$/.exec(title) ?? []
    return row === undefined ? [] : [{ row: Number(row), fault, status }]
  })
  const rows = Array.from({ length: rowCount }, (_, index) => {
    const ofRow = tests.filter(({ row }) => row === index + 1)
    const run = ofRow.filter(({ status }) => status !== 'skipped')
    const passed = run.filter(hasPassed).length
    const repeated = run.filter(({ status }) => status === 'flaky').map(({ fault }) => fault)
    const at = repeated.length > 0 ? `; at the second attempt: ${repeated.join(', ')}` : ''
    const isSkipped = run.length === 0 && ofRow.length > 0
    return {
      what: `row ${index + 1}: ${ofRow.map(({ fault }) => fault).join(', ') || 'no test'}`,
      reached: isSkipped
        ? 'skipped: a server that it needs is not installed'
        : `${passed} of ${run.length}${at}`,
      wanted: 'all',
      met: isSkipped ? null : run.length > 0 && passed === run.length,
    }
  })
  const run = tests.filter(({ status }) => status !== 'skipped')
  const passed = run.filter(hasPassed)
  const met = rows.filter((row) => row.met).length
  const counted = rows.filter((row) => row.met !== null).length
  return [
    ...rows,
    {
      what: 'faults: answered as specified, and in Chromium what was shown before is shown after',
      reached: `${met} of ${counted} rows, ${passed.length} of ${run.length} ways`,
      wanted: 'all',
      met: met === counted && passed.length === run.length,
    },
  ]
}

function hasPassed({ status }: { readonly status: TestStatus }): boolean {
  return status === 'expected' || status === 'flaky'
}
