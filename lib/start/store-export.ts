import { parseArgs } from 'node:util'
import { exportStore } from '@/lib/store/export'
import { describeCounts } from '@/lib/store/export-file'
import { runCommand } from './run-command'
import { StartError } from './start-error'
import { pathFromCaller, withStore, writeNewFile } from './store-files'

/** `npm run store:export -- FILE` */
await runCommand(async () => {
  const [file, ...more] = parseArgs({ allowPositionals: true }).positionals
  if (!file || more.length > 0) throw new StartError('Usage: npm run store:export -- FILE')
  const path = pathFromCaller(file)
  await withStore((store, place) =>
    writeNewFile(path, async (write) => {
      const counts = await exportStore(store, write)
      process.stdout.write(`Exported from ${place}: ${describeCounts(counts)}\n`)
    }),
  )
})
