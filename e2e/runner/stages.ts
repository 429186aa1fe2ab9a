import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Counts, countExit, countPlaywright, countVitest, settle } from './counts'
import { runGroup } from './processes'

export interface Stage {
  name: string
  title: string
  /** In order; the first that fails ends the stage. */
  commands: readonly (readonly string[])[]
  timeoutMs: number
  /** Where a stage that has a report leaves it. */
  reportFile: string
  count(ok: boolean, report: unknown): Counts
}

const ROOT = join(import.meta.dirname, '..', '..')
const MINUTE_MS = 60_000

/** @param folder for the reports */
export function listStages(folder: string): Stage[] {
  // A file for each: none reads another's.
  const reportFile = (name: string) => join(folder, `${name}.json`)
  // One line that is rewritten suits a terminal; a log wants a line for each test.
  const playwrightReporter = process.stdout.isTTY && !process.env.CI ? 'line' : 'list'
  return [
    {
      name: 'lint',
      title: 'Biome',
      reportFile: reportFile('lint'),
      commands: [['biome', 'check', '--error-on-warnings', '.']],
      timeoutMs: 3 * MINUTE_MS,
      count: countExit,
    },
    {
      name: 'types',
      title: 'Types',
      reportFile: reportFile('types'),
      commands: [
        ['next', 'typegen'],
        ['tsc', '--noEmit'],
      ],
      timeoutMs: 5 * MINUTE_MS,
      count: countExit,
    },
    {
      name: 'dead-code',
      title: 'Dead code',
      reportFile: reportFile('dead-code'),
      commands: [['knip']],
      timeoutMs: 3 * MINUTE_MS,
      count: countExit,
    },
    {
      name: 'unit',
      title: 'Unit, contract',
      reportFile: reportFile('unit'),
      commands: [
        [
          'vitest',
          'run',
          '--config=vitest.config.ts',
          '--reporter=default',
          '--reporter=json',
          `--outputFile.json=${reportFile('unit')}`,
        ],
      ],
      timeoutMs: 10 * MINUTE_MS,
      count: (ok, report) => settle(report ? countVitest(report as never) : null, ok),
    },
    {
      name: 'e2e',
      title: 'End to end',
      reportFile: reportFile('e2e'),
      commands: [
        [
          'playwright',
          'test',
          '--config=e2e/playwright.config.ts',
          '--grep-invert=@long',
          `--reporter=${playwrightReporter},json`,
        ],
      ],
      timeoutMs: 30 * MINUTE_MS,
      count: (ok, report) => settle(report ? countPlaywright(report as never) : null, ok),
    },
    {
      name: 'hostile',
      title: 'Hostile input',
      reportFile: reportFile('hostile'),
      commands: [['tsx', 'e2e/hostile/run.ts', '--quick']],
      timeoutMs: 10 * MINUTE_MS,
      count: countExit,
    },
  ]
}

/** Runs a stage's commands; what they print is shown as it comes. */
export async function runStage(stage: Stage, env: NodeJS.ProcessEnv): Promise<Counts> {
  const { commands, reportFile, timeoutMs, title } = stage
  for (const [command = '', ...args] of commands) {
    const { code, timedOut } = await runGroup(join(ROOT, 'node_modules', '.bin', command), args, {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
      timeoutMs,
    })
    if (timedOut) process.stdout.write(`${title}: ended after ${timeoutMs / MINUTE_MS} minutes\n`)
    if (code !== 0) return stage.count(false, await readReport(reportFile))
  }
  return stage.count(true, await readReport(reportFile))
}

async function readReport(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'))
  } catch {
    return null
  }
}
