import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { PlaywrightReport } from '@/e2e/runner/playwright-report'
import { runGroup } from '@/e2e/runner/processes'
import type { Suite, SuitePart } from '@/e2e/runner/suite'
import { describeRows } from './rows'

const ROOT = join(import.meta.dirname, '..', '..')
const ROWS = 43
// More than cores: a scenario mostly waits.
const WORKERS = 6
const LONGEST_MS = 60 * 60_000

/** Each row of the table of faults in Chromium; the quick form plays one fault of each row. */
const rows: SuitePart = async ({ quick }) => {
  const folder = await mkdtemp(join(tmpdir(), 'kerbside-faults-'))
  const reportFile = join(folder, 'report.json')
  try {
    await runGroup(
      join(ROOT, 'node_modules', '.bin', 'playwright'),
      [
        ...['test', '--config=e2e/playwright.config.ts', '--project=faults', `--workers=${WORKERS}`],
        ...(quick ? ['--grep-invert=@long'] : []),
        '--reporter=list,json',
      ],
      {
        cwd: ROOT,
        // The table alone goes to standard output.
        stdio: ['ignore', 2, 'inherit'],
        env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
        timeoutMs: LONGEST_MS,
      },
    )
    const report = JSON.parse(await readFile(reportFile, 'utf8')) as PlaywrightReport
    return { title: 'Faults', rows: describeRows(report.suites, ROWS) }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export const faults: Suite = { parts: { rows }, concurrent: [], failsOnMiss: true }
