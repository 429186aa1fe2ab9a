/** Part of Playwright's JSON report. */
export interface PlaywrightReport {
  readonly errors: readonly unknown[]
  readonly suites: readonly ReportSuite[]
}

export interface ReportSuite {
  readonly specs?: readonly {
    readonly title: string
    readonly file: string
    readonly line: number
    readonly tests: readonly { readonly projectName: string; readonly status: TestStatus }[]
  }[]
  readonly suites?: readonly ReportSuite[]
}

/** `flaky`: it failed, and passed when it was repeated. */
export type TestStatus = 'expected' | 'unexpected' | 'flaky' | 'skipped'

export interface ReportedTest {
  readonly title: string
  readonly status: TestStatus
  /** `map/map.spec.ts:140 › title (desktop)`. */
  readonly name: string
}

/** Every test of a report: a spec is one in each project. */
export function listTests({ specs = [], suites = [] }: ReportSuite): ReportedTest[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests.map(({ projectName, status }) => ({
      title,
      status,
      name: `${file}:${line} › ${title} (${projectName})`,
    })),
  )
  return [...own, ...suites.flatMap(listTests)]
}
