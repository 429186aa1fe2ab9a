import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { thisMachine } from '@/e2e/support/this-machine'
import { provideChromium } from '@/lib/testing/services/chromium'
import { provideServers } from '@/lib/testing/services/provide-servers'
import { type Counts, countExit, describeCounts, describeRepeated, sum } from './counts'
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
  const counts = await provide(stage).then(
    (env) =>
      runStage(stage, env, (text) => {
        output += text
      }),
    (error: Error) => {
      output += `${error.message}\n`
      return countExit(false)
    },
  )
  process.stdout.write(stage.isQuiet ? output : output.slice(title.length))
  return { stage, counts, seconds: (performance.now() - startMs) / 1000 }
}

/** Provides the requirements of a stage. @returns the environment of its commands */
async function provide({ needs = [] }: Stage): Promise<NodeJS.ProcessEnv> {
  const env = { ...process.env }
  // Each tool sets its own mode; the shell's would be another one.
  Reflect.deleteProperty(env, 'NODE_ENV')
  const machine = thisMachine(print)
  if (needs.includes('servers')) await provideServers(machine)
  if (!needs.includes('browser')) return env
  const path = await provideChromium(machine)
  print(`Chromium: ${path}`)
  return { ...env, CHROMIUM_PATH: path }
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
  for (const line of describeRepeated(total)) print(line)
  print(describeCounts(total))
  process.exitCode = total.failed > 0 ? 1 : 0
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}
