import { loadEnvironment, projectFolder } from '@/lib/config/env-files'
import { readConfig } from '@/lib/config/upstream'
import { authSettings, processAuth } from '@/lib/process/auth'
import { closeProcessStore, storeSettings } from '@/lib/process/store'
import { runCommand } from '@/lib/server/build/run-command'
import { printSetUpLink } from './print-set-up-link'
import { summariseUpstream } from './upstream-summary'

const DEVELOPMENT = 'http://127.0.0.1:3000'

/** Before `next dev`: refuses what `npm start` refuses. */
await runCommand(async () => {
  loadEnvironment('development')
  process.chdir(projectFolder)
  process.stdout.write(`Kerbside will show ${summariseUpstream(readConfig(process.env))}\n`)
  const { origin } = authSettings()
  storeSettings()
  const auth = await processAuth()
  if (auth) await printSetUpLink(auth, origin ?? DEVELOPMENT, (line) => process.stdout.write(`${line}\n`))
  // `next dev` is another process, and opens it itself.
  await closeProcessStore()
})
