import { parseArgs } from 'node:util'
import { describeCounts } from '@/lib/store/export-file'
import { importStore } from '@/lib/store/import'
import { runCommand } from './run-command'
import { StartError } from './start-error'
import { pathFromCaller, readLines, withStore } from './store-files'

/** `npm run store:import -- FILE [--replace]` */
await runCommand(async () => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { replace: { type: 'boolean', default: false } },
  })
  const [file, ...more] = positionals
  if (!file || more.length > 0) throw new StartError('Usage: npm run store:import -- FILE [--replace]')
  const lines = readLines(pathFromCaller(file))
  await withStore(async (store, place) => {
    const counts = await importStore(store, lines, values)
    process.stdout.write(`Imported into ${place}: ${describeCounts(counts)}\n`)
  })
})
