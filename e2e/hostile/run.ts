import { parseArgs } from 'node:util'
import { addresses } from './addresses'
import { fields } from './fields'
import { key } from './key'
import { load } from './load'
import { outage } from './outage'
import { scanners } from './scanners'
import type { HostilePart, HostileRow } from './table'

/** `npm run test:hostile -- [--quick] [part …]`: what hostile input and a failing service do to a running dashboard. */
const parts: Record<string, HostilePart> = { addresses, fields, key, load, outage, scanners }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { quick: { type: 'boolean', default: Boolean(process.env.CI) } },
})
const log = (line: string) => void process.stderr.write(`${line}\n`)
const run = (name: string, part: HostilePart) => {
  log(`${name} …`)
  return part({ quick: values.quick, log })
}
const chosen = Object.entries(parts).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
)
const rows: HostileRow[] = []
if (values.quick) {
  // Most of them wait; what is measured is measured alone, after them.
  const others = chosen.filter(([name]) => name !== 'load')
  rows.push(...(await Promise.all(others.map(([name, part]) => run(name, part)))).flat())
  if (others.length < chosen.length) rows.push(...(await run('load', load)))
} else {
  for (const [name, part] of chosen) rows.push(...(await run(name, part)))
}
process.stdout.write('| | reached | wanted | |\n|---|---|---|---|\n')
for (const { what, reached, wanted, met } of rows) {
  process.stdout.write(`| ${what} | ${reached} | ${wanted} | ${met ? 'met' : '**missed**'} |\n`)
}
if (rows.some(({ met, isTime }) => !met && !(values.quick && isTime))) process.exitCode = 1
