import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter'

/** The line of the README's table: rows of the table of faults, and the faults played for them. */
// biome-ignore lint/style/noDefaultExport: Playwright makes one of the default export.
export default class RowsReporter implements Reporter {
  readonly #passed = new Map<string, boolean[]>()

  onTestEnd({ title }: TestCase, { status }: TestResult): void {
    const row = /^row (\d+):/.exec(title)?.[1]
    if (row === undefined || status === 'skipped') return
    this.#passed.set(row, [...(this.#passed.get(row) ?? []), status === 'passed'])
  }

  onEnd(): void {
    const rows = [...this.#passed.values()]
    const whole = rows.filter((passed) => passed.every(Boolean))
    const faults = rows.flat()
    process.stdout.write(
      `\n| | reached | wanted |\n|---|---|---|\n| faults: answered as specified, and in Chromium what was shown before is shown after | ${whole.length} of ${rows.length} rows, ${faults.filter(Boolean).length} of ${faults.length} ways | all |\n`,
    )
  }
}
