import { runCommand } from '@/lib/server/build/run-command'
import { exportStore } from '@/lib/store/export'
import { describeCounts } from '@/lib/store/export-file'
import { readArguments, withStore, writeNewFile } from './store-files'

/** `npm run store:export -- FILE` */
await runCommand(async () => {
  const { path } = readArguments('npm run store:export -- FILE', {})
  await writeNewFile(path, (write) =>
    withStore(async (store, location) => {
      const counts = await exportStore(store, write)
      process.stdout.write(`Exported from ${location}: ${describeCounts(counts)}\n`)
    }),
  )
})
