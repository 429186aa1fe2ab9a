import { runCommand } from '@/lib/server/build/run-command'
import { describeCounts } from '@/lib/store/export-file'
import { importStore } from '@/lib/store/import'
import { openLines, readArguments, withStore } from './store-files'

/** `npm run store:import -- FILE [--replace]` */
await runCommand(async () => {
  const usage = 'npm run store:import -- FILE [--replace]'
  const { path, replace } = readArguments(usage, { replace: { type: 'boolean' } })
  const lines = await openLines(path)
  await withStore(async (store, location) => {
    const counts = await importStore(store, lines, { replace })
    process.stdout.write(`Imported into ${location}: ${describeCounts(counts)}\n`)
  })
})
