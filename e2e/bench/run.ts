import { parseArgs } from 'node:util'
import { pageBench } from '@/e2e/bench/map/javascript-bytes'
import { mapBench } from '@/e2e/bench/map/map'
import { referenceBench } from '@/e2e/bench/reference/reference'
import { serverBench } from '@/e2e/bench/server/server'
import { endGroupsOnInterrupt } from '@/e2e/runner/processes'
import { describeMachine, toMarkdown } from './print'
import type { Bench, BenchTable } from './table'

/*
 * `npm run bench` measures everything of which a speed is asked, side by side with others that do the same work.
 * `npm run bench -- map server page reference` chooses parts; `--quick` takes fewer rounds and sizes, `--long` five
 * minutes of load instead of half a one. A figure that is missed is a line of the table, not a failure.
 */
const benches: Readonly<Record<string, Bench>> = {
  map: mapBench,
  server: serverBench,
  page: pageBench,
  reference: referenceBench,
}

endGroupsOnInterrupt()
const { names, quick, long } = readArguments()
const tables: BenchTable[] = []
const failures: string[] = []
for (const name of names) {
  note(`── ${name} ──`)
  try {
    tables.push(await (benches[name] as Bench)({ quick, long, log: note }))
  } catch (error) {
    failures.push(name)
    note(`${name} could not be measured: ${(error as Error).stack}`)
  }
}
process.stdout.write(`\n${toMarkdown(tables)}\n\n${describeMachine()}\n`)
if (failures.length > 0) note(`Not measured: ${failures.join(', ')}`)
process.exit(failures.length > 0 ? 1 : 0)

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, long: { type: 'boolean', default: false } },
    allowPositionals: true,
  })
  const all = Object.keys(benches)
  const unknown = positionals.filter((name) => !all.includes(name))
  if (unknown.length > 0) {
    process.stderr.write(`No such part: ${unknown.join(', ')}. There are: ${all.join(', ')}\n`)
    process.exit(2)
  }
  return { names: positionals.length > 0 ? positionals : all, ...values }
}

/** Beside the table, so that `npm run bench > table.md` holds only that. */
function note(line: string): void {
  process.stderr.write(`${line}\n`)
}
