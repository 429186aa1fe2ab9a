import { loadEnvironment, projectFolder } from '@/lib/config/env-files'
import { processAuth } from '@/lib/process/auth'
import { processSettings } from '@/lib/process/settings'
import { closeProcessStore } from '@/lib/process/store'
import { runCommand } from '@/lib/server/build/run-command'
import { printSetUpLink } from './print-set-up-link'
import { summariseUpstream } from './upstream-summary'

const DEVELOPMENT = 'http://127.0.0.1:3000'

/** Before `next dev`: refuses what `npm start` refuses. */
await runCommand(async () => {
  loadEnvironment('development')
  process.chdir(projectFolder)
  const settings = processSettings()
  process.stdout.write(`Kerbside will show ${summariseUpstream(settings)}\n`)
  const auth = await processAuth()
  if (auth)
    await printSetUpLink(auth, settings.auth.origin ?? DEVELOPMENT, (line) =>
      process.stdout.write(`${line}\n`),
    )
  // `next dev` is another process, and opens it itself.
  await closeProcessStore()
})
