import { authSettings, processAuth } from '@/lib/auth/server'
import { closeProcessStore, storeSettings } from '@/lib/store/server'
import { readConfig } from '@/lib/upstream/config'
import { describeUpstream } from './describe'
import { loadEnvironment, projectFolder } from './environment'
import { runCommand } from './run-command'
import { tellSetUp } from './set-up'

const DEVELOPMENT = 'http://127.0.0.1:3000'

/** Before `next dev`: refuses what `npm start` refuses. */
await runCommand(async () => {
  loadEnvironment('development')
  process.chdir(projectFolder)
  process.stdout.write(`Kerbside will show ${describeUpstream(readConfig(process.env))}\n`)
  const { origin } = authSettings()
  storeSettings()
  const auth = await processAuth()
  if (auth) await tellSetUp(auth, origin ?? DEVELOPMENT, (line) => process.stdout.write(`${line}\n`))
  // `next dev` is another process, and opens it itself.
  await closeProcessStore()
})
