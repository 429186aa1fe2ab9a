import { spawn } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium, NO_CHROMIUM } from '@/e2e/support/browser'

/*
 * `npm test`: every stage, also after one that failed, then a line for each and one for all of them.
 * `npm test -- --stage unit --stage e2e` runs some; `--all`, as CI does, browser tests with @long too.
 */
interface Stage {
  readonly title: string
  /** In order; the first that fails ends the stage. */
  readonly commands: readonly string[]
  /** Stages of a round run beside each other, and the rounds one after the other. */
  readonly round: number
  /** Its output is printed when it ends, not as it comes. */
  readonly isQuiet?: true
  readonly needsBrowser?: true
  /** Beside its time in the summary. */
  readonly note?: string
}

const { values } = parseArgs({
  options: { stage: { type: 'string', multiple: true }, all: { type: 'boolean', default: false } },
})
const ROOT = join(import.meta.dirname, '..', '..')
const LONGEST_MS = 30 * 60_000
const folder = await mkdtemp(join(tmpdir(), 'kerbside-tests-'))
const unitReport = join(folder, 'unit.json')
// A terminal gets one line that is rewritten, a log one line per test.
const playwrightReporter = process.stdout.isTTY && !process.env.CI ? 'line' : 'list'

const stages: Readonly<Record<string, Stage>> = {
  lint: {
    title: 'Lint, imports',
    commands: ['biome check --error-on-warnings .', 'tsx e2e/import-rules/cli.ts'],
    round: 1,
    isQuiet: true,
  },
  types: {
    title: 'Types',
    // With several checkers, each checks the others' dependencies too: twice the processor time.
    commands: ['next typegen', 'tsc --noEmit --checkers 1'],
    round: 1,
    isQuiet: true,
  },
  'dead-code': { title: 'Dead code', commands: ['knip'], round: 1, isQuiet: true },
  // For the browser tests, which build where it has not been done: unit tests leave a fifth of the processors' time.
  build: { title: 'Build', commands: ['tsx lib/server/build/build.ts'], round: 2, isQuiet: true },
  unit: {
    title: 'Unit, contract',
    commands: [
      // Worker threads load it four times as fast as the sources.
      'tsx lib/server/build/build.ts --server',
      `vitest run --config=vitest.config.ts --reporter=default --reporter=json --outputFile.json=${unitReport}`,
    ],
    round: 2,
  },
  e2e: {
    title: 'End to end',
    // The faults have a command of their own.
    commands: [
      `playwright test --config=e2e/playwright.config.ts --project=pages --reporter=${playwrightReporter}${values.all ? '' : ' --grep-invert=@long'}`,
    ],
    round: 3,
    needsBrowser: true,
    ...(values.all ? {} : { note: 'without @long: npm test -- --all' }),
  },
}

const chosen = chooseStages()
const outcomes: { line: string; isPassed: boolean }[] = []
for (const round of new Set(chosen.map((stage) => stage.round)))
  outcomes.push(...(await Promise.all(chosen.filter((stage) => stage.round === round).map(run))))
const repeated = await passedAtSecondAttempt()
await rm(folder, { recursive: true, force: true })
const failed = outcomes.filter(({ isPassed }) => !isPassed).length
for (const line of ['', ...outcomes.map((outcome) => outcome.line), '', ...repeated]) print(line)
print(`${outcomes.length - failed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

function chooseStages(): Stage[] {
  return (values.stage ?? Object.keys(stages)).map((name) => {
    const stage = stages[name]
    if (!stage)
      throw new Error(`No such stage: ${name}. There are: ${Object.keys(stages).join(', ')}`)
    return stage
  })
}

async function run(stage: Stage): Promise<(typeof outcomes)[number]> {
  const startMs = performance.now()
  const heading = `\n── ${stage.title} ──\n`
  let output = ''
  if (!stage.isQuiet) process.stdout.write(heading)
  const isWithoutBrowser = stage.needsBrowser === true && findChromium() === null
  let isPassed = true
  if (isWithoutBrowser) {
    print(NO_CHROMIUM)
    isPassed = !process.env.CI
  } else
    for (const command of stage.commands) {
      const ended = await runCommand(command, stage.isQuiet === true)
      output += ended.output
      isPassed = ended.isPassed
      if (!isPassed) break
    }
  if (stage.isQuiet) process.stdout.write(heading + output)
  const seconds = ((performance.now() - startMs) / 1000).toFixed(1)
  const mark = isPassed ? '✓' : '✗'
  const note = isWithoutBrowser ? 'skipped: no Chromium' : (stage.note ?? '')
  return {
    isPassed,
    line: `${mark} ${stage.title.padEnd(16)}${`${seconds} s`.padStart(8)}   ${note}`.trimEnd(),
  }
}

/** Runs a command of node_modules in the process group of this one, so that an interrupt ends both. */
function runCommand(
  command: string,
  isQuiet: boolean,
): Promise<{ isPassed: boolean; output: string }> {
  const [name = '', ...args] = command.split(' ')
  const env: NodeJS.ProcessEnv = { ...process.env }
  // Each tool sets its own mode; the shell's would be another one.
  Reflect.deleteProperty(env, 'NODE_ENV')
  return new Promise((resolve, reject) => {
    const child = spawn(join(ROOT, 'node_modules', '.bin', name), args, {
      cwd: ROOT,
      stdio: isQuiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      env,
      timeout: LONGEST_MS,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk) => {
        output += chunk
      })
    child.once('error', reject)
    child.once('close', (code) => resolve({ isPassed: code === 0, output }))
  })
}

/** Unit tests that CI had to repeat (decision 071), a line each: vitest does not name them, Playwright does. */
async function passedAtSecondAttempt(): Promise<string[]> {
  interface Report {
    testResults: {
      name: string
      assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
    }[]
  }
  // None, or half of one, where vitest was ended.
  const report: Report = await readFile(unitReport, 'utf8')
    .then(JSON.parse)
    .catch(() => ({ testResults: [] }))
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
      .map(({ fullName }) => `Passed at the second attempt: ${relative(ROOT, name)} › ${fullName}`),
  )
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
