import { execFileSync } from 'node:child_process'
import { availableParallelism, loadavg, totalmem } from 'node:os'
import { inspect, parseArgs } from 'node:util'
import { bench } from '@/e2e/bench/suite'
import { faults } from '@/e2e/faults/suite'
import { hostile } from '@/e2e/hostile/suite'
import { isMissed, type ResultTable, type Suite, toMarkdown } from './suite'

/*
 * `npm run test:faults`, `test:hostile` and `bench`, each with `-- [--quick] [part …]`: runs the
 * parts of one suite, prints one Markdown table, and fails where a limit of it is missed or a part
 * could not be run to its end.
 */
const suites: Readonly<Record<string, Suite>> = { faults, hostile, bench }

const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: Boolean(process.env.CI) } },
  allowPositionals: true,
})
const [name = '', ...chosen] = positionals
const { quick } = values
const { parts, concurrent = [] } = pick(suites, name, 'suite')
const names = chosen.length > 0 ? chosen : Object.keys(parts)
for (const part of names) pick(parts, part, 'part')

const machine = describeRun()
const tables = new Map<string, ResultTable>()
const isConcurrent = (part: string) => quick && concurrent.includes(part)
await Promise.all(names.filter(isConcurrent).map(run))
for (const part of names) if (!isConcurrent(part)) await run(part)

const finished = names.flatMap((part) => tables.get(part) ?? [])
process.stdout.write(`\n${toMarkdown(finished)}\n\n${machine}\n`)
const unfinished = names.filter((part) => !tables.has(part))
const missed = finished.flatMap(({ rows }) => rows).filter((row) => isMissed(row, quick))
if (unfinished.length > 0) log(`Not finished: ${unfinished.join(', ')}`)
for (const { what, reached, wanted } of missed) log(`Missed: ${what}: ${reached}, not ${wanted}`)
process.exit(unfinished.length > 0 || missed.length > 0 ? 1 : 0)

/** A part that fails does not keep the others from running. */
async function run(part: string): Promise<void> {
  log(`── ${part} ──`)
  try {
    tables.set(part, await parts[part]!({ quick, log }))
  } catch (error) {
    log(`${part} failed: ${inspect(error)}`)
  }
}

function pick<T>(from: Readonly<Record<string, T>>, name: string, kind: string): T {
  const one = from[name]
  if (one !== undefined) return one
  log(`No such ${kind}: ${name}. There are: ${Object.keys(from).join(', ')}`)
  process.exit(2)
}

/** Day, commit, machine and command in one line. */
function describeRun(): string {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim()
  const gigabytes = Math.round(totalmem() / 2 ** 30)
  const facts = [
    new Date().toISOString().slice(0, 10),
    `commit ${commit}`,
    `${availableParallelism()} cores`,
    `${gigabytes} GB`,
    `Node ${process.versions.node}`,
    `load average ${loadavg()[0]?.toFixed(1)}`,
    `\`npm run ${[process.env.npm_lifecycle_event, '--', ...process.argv.slice(3)].join(' ')}\``,
  ]
  return facts.join(', ')
}

/** To standard error, so that `npm run bench > table.md` holds only the table. */
function log(line: string): void {
  process.stderr.write(`${line}\n`)
}
