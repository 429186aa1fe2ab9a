import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { reasonNotToCompare } from '@/e2e/pictures/recorded-with'
import { findChromium, NO_CHROMIUM } from '@/e2e/support/browser'

/*
 * `npm test`: each stage in turn, also after one that failed, then one line of all.
 * `-- --stage unit --stage e2e` runs some; `--all`, as CI does, browser tests with @long too.
 */
const scripts: Readonly<Record<string, string>> = {
  lint: 'lint',
  types: 'types',
  'dead-code': 'dead-code',
  build: 'build',
  unit: 'test:unit',
  e2e: 'test:e2e',
}
const LONGEST_MS = 40 * 60_000

const { values } = parseArgs({
  options: { stage: { type: 'string', multiple: true }, all: { type: 'boolean', default: false } },
})
const stages = values.stage ?? Object.keys(scripts)
const unknown = stages.filter((stage) => !scripts[stage])
if (unknown.length > 0)
  throw new Error(`No such stage: ${unknown}. There are: ${Object.keys(scripts).join(', ')}`)

const startMs = performance.now()
const results = stages.map(run)
const failed = results.filter(({ isPassed }) => !isPassed).length
const passed = results.length - failed
const lines = results.map(({ line }) => line).join(', ')
process.stdout.write(`\n${passed} passed, ${failed} failed in ${secondsSince(startMs)}: ${lines}\n`)
process.exitCode = failed > 0 ? 1 : 0

function run(stage: string): { readonly isPassed: boolean; readonly line: string } {
  process.stdout.write(`\n── ${stage} ──\n`)
  const isShort = stage === 'e2e' && !values.all
  if (stage === 'e2e' && findChromium() === null) {
    process.stdout.write(`${NO_CHROMIUM}\n`)
    return { isPassed: !process.env.CI, line: `${stage} skipped without Chromium` }
  }
  const notCompared = stage === 'e2e' ? reasonNotToCompare() : null
  if (notCompared !== null) process.stdout.write(`Not compared: ${notCompared}\n`)
  const stageMs = performance.now()
  const more = isShort ? ['--', '--grep-invert=@long'] : []
  // Each tool sets its own mode; the shell's would be another one.
  const { NODE_ENV: _, ...env } = process.env
  const { status } = spawnSync('npm', ['run', '--silent', scripts[stage]!, ...more], {
    stdio: 'inherit',
    env: env as NodeJS.ProcessEnv,
    timeout: LONGEST_MS,
  })
  const mark = status === 0 ? '✓' : '✗'
  const left = [isShort ? '@long' : null, notCompared === null ? null : 'pictures']
  const leftOut = left.filter((name) => name !== null).join(' and ')
  const note = leftOut === '' ? '' : ` without ${leftOut}`
  return { isPassed: status === 0, line: `${mark} ${stage} ${secondsSince(stageMs)}${note}` }
}

function secondsSince(ms: number): string {
  return `${Math.round((performance.now() - ms) / 1000)} s`
}
