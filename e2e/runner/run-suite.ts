import { parseArgs } from 'node:util'
import { bench } from '@/e2e/bench/suite'
import { faults } from '@/e2e/faults/suite'
import { hostile } from '@/e2e/hostile/suite'
import { isPassed, runSuite, type Suite } from './suite'
import { describeMachine, toMarkdown } from './table'

/*
 * `npm run test:faults`, `test:hostile` and `bench`, each with `-- [--quick] [part …]`: runs the parts of one
 * suite and prints one Markdown table.
 */
const suites: Readonly<Record<string, Suite>> = { faults, hostile, bench }

const { suite, names, quick } = readArguments()
const result = await runSuite(suite, names, { quick, log })
process.stdout.write(`\n${toMarkdown(result.tables)}\n\n${describeMachine()}\n`)
if (result.failures.length > 0) log(`Not finished: ${result.failures.join(', ')}`)
process.exit(isPassed(suite, result, { quick }) ? 0 : 1)

function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      quick: { type: 'boolean', default: Boolean(process.env.CI) },
    },
    allowPositionals: true,
  })
  const [name = '', ...parts] = positionals
  const suite =
    suites[name] ?? refuse(`No such suite: ${name}. There are: ${Object.keys(suites).join(', ')}`)
  const all = Object.keys(suite.parts)
  const unknown = parts.filter((part) => !all.includes(part))
  if (unknown.length > 0)
    refuse(`No such part: ${unknown.join(', ')}. There are: ${all.join(', ')}`)
  return { suite, names: parts.length > 0 ? parts : all, ...values }
}

function refuse(text: string): never {
  log(text)
  process.exit(2)
}

/** To standard error, so that `npm run bench > table.md` holds only the table. */
function log(line: string): void {
  process.stderr.write(`${line}\n`)
}
