import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { findChromium, NO_CHROMIUM } from '@/e2e/support/browser'
import { type Counts, countSkipped, describeCounts, describeNamed, sum } from './counts'
import { endGroupsOnInterrupt } from './processes'
import { listStages, runStage, type Stage } from './stages'

/*
 * `npm test`: every stage, also after one that failed, then a table and one closing line.
 * `npm test -- --stage unit --stage e2e` runs some.
 */
interface Outcome {
  stage: Stage
  counts: Counts
  seconds: number
}

endGroupsOnInterrupt()
const folder = await mkdtemp(join(tmpdir(), 'kerbside-tests-'))
const outcomes: Outcome[] = []
const stages = chooseStages()
for (const round of new Set(stages.map(({ round }) => round)))
  outcomes.push(...(await Promise.all(stages.filter((stage) => stage.round === round).map(run))))
await rm(folder, { recursive: true, force: true })
report(outcomes)

function chooseStages(): Stage[] {
  const all = listStages(folder)
  const names = all.map(({ name }) => name)
  const wanted = readNames()
  const unknown = wanted.filter((name) => !names.includes(name))
  if (unknown.length > 0) refuse(`No such stage: ${unknown.join(', ')}. There are: ${names.join(', ')}`)
  return wanted.length > 0 ? all.filter(({ name }) => wanted.includes(name)) : all
}

function readNames(): string[] {
  try {
    return parseArgs({ options: { stage: { type: 'string', multiple: true } } }).values.stage ?? []
  } catch (error) {
    return refuse(`${(error as Error).message}\nUsage: npm test -- [--stage name]…`)
  }
}

function refuse(text: string): never {
  print(text)
  process.exit(2)
}

async function run(stage: Stage): Promise<Outcome> {
  const startMs = performance.now()
  const title = `\n── ${stage.title} ──\n`
  let output = title
  if (!stage.isQuiet) process.stdout.write(title)
  const env: NodeJS.ProcessEnv = { ...process.env }
  // Each tool sets its own mode; the shell's would be another one.
  Reflect.deleteProperty(env, 'NODE_ENV')
  const chromium = stage.needsBrowser ? findChromium() : null
  if (chromium) env.CHROMIUM_PATH = chromium
  const add = (text: string) => {
    output += text
  }
  if (stage.needsBrowser) add(`${chromium ? `Chromium: ${chromium}` : NO_CHROMIUM}\n`)
  if (!stage.isQuiet) process.stdout.write(output.slice(title.length))
  const shown = stage.isQuiet ? 0 : output.length
  const isSkipped = stage.needsBrowser && !chromium
  const counts = isSkipped ? countSkipped(Boolean(process.env.CI)) : await runStage(stage, env, add)
  process.stdout.write(output.slice(shown))
  return { stage, counts, seconds: (performance.now() - startMs) / 1000 }
}

function report(all: Outcome[]): void {
  const total = sum(all.map(({ counts }) => counts))
  print('')
  for (const { stage, counts, seconds } of all) {
    const mark = counts.failed > 0 ? '✗' : '✓'
    print(
      `${mark} ${stage.title.padEnd(16)}${`${seconds.toFixed(1)} s`.padStart(8)}   ${describeCounts(counts)}`,
    )
  }
  print('')
  for (const line of describeNamed(total)) print(line)
  print(describeCounts(total))
  process.exitCode = total.failed > 0 ? 1 : 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
