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
  /** Path of the report, where the stage writes one. */
  reportFile: string
  count(ok: boolean, report: unknown): Counts
  /** Stages of a round run beside each other, and the rounds one after the other. */
  round: number
  /** Its output is printed when it ends, not as it comes. */
  isQuiet?: true
  needsBrowser?: true
}

const ROOT = join(import.meta.dirname, '..', '..')
const MINUTE_MS = 60_000

/** @param folder for the reports */
export function listStages(folder: string): Stage[] {
  const reportFile = (name: string) => join(folder, `${name}.json`)
  // A terminal gets one line that is rewritten, a log one line per test.
  const playwrightReporter = process.stdout.isTTY && !process.env.CI ? 'line' : 'list'
  return [
    {
      name: 'lint',
      title: 'Lint, imports',
      reportFile: reportFile('lint'),
      commands: [
        ['biome', 'check', '--error-on-warnings', '.'],
        ['tsx', 'e2e/import-rules/cli.ts'],
      ],
      timeoutMs: 3 * MINUTE_MS,
      count: countExit,
      round: 1,
      isQuiet: true,
    },
    {
      name: 'types',
      title: 'Types',
      reportFile: reportFile('types'),
      commands: [
        ['next', 'typegen'],
        // With several, each checks the others' dependencies too: twice the processor time.
        ['tsc', '--noEmit', '--checkers', '1'],
      ],
      timeoutMs: 5 * MINUTE_MS,
      count: countExit,
      round: 1,
      isQuiet: true,
    },
    {
      name: 'dead-code',
      title: 'Dead code',
      reportFile: reportFile('dead-code'),
      commands: [['knip']],
      timeoutMs: 3 * MINUTE_MS,
      count: countExit,
      round: 1,
      isQuiet: true,
    },
    {
      // For the browser tests, which build where it has not been done: unit tests leave a fifth of the processors' time.
      name: 'build',
      title: 'Build',
      reportFile: reportFile('build'),
      commands: [['tsx', 'lib/server/build/build.ts']],
      timeoutMs: 10 * MINUTE_MS,
      count: countExit,
      round: 2,
      isQuiet: true,
    },
    {
      name: 'unit',
      title: 'Unit, contract',
      reportFile: reportFile('unit'),
      commands: [
        // Worker threads load it four times as fast as the sources.
        ['tsx', 'lib/server/build/build.ts', '--server'],
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
      round: 2,
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
          // The faults have a command of their own.
          '--project=pages',
          '--grep-invert=@long',
          `--reporter=${playwrightReporter},json`,
        ],
      ],
      timeoutMs: 30 * MINUTE_MS,
      needsBrowser: true,
      round: 3,
      count: (ok, report) => settle(report ? countPlaywright(report as never) : null, ok),
    },
  ]
}

/** Runs a stage's commands. Output is shown as it comes, or at the end where stages run side by side. */
export async function runStage(
  stage: Stage,
  env: NodeJS.ProcessEnv,
  print: (text: string) => void,
): Promise<Counts> {
  const { commands, isQuiet, reportFile, timeoutMs } = stage
  for (const [command = '', ...args] of commands) {
    const { code, timedOut, output } = await runGroup(join(ROOT, 'node_modules', '.bin', command), args, {
      cwd: ROOT,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile },
      timeoutMs,
    })
    print(output)
    if (timedOut) print(`Ended after ${timeoutMs / MINUTE_MS} minutes\n`)
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
