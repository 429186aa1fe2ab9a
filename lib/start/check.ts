import { authSettings } from '@/lib/auth/server'
import { readConfig } from '@/lib/upstream/config'
import { describeUpstream } from './describe'
import { loadEnvironment, projectFolder } from './environment'
import { runCommand } from './run-command'

/** Before `next dev`: refuses what `npm start` refuses. */
await runCommand(async () => {
  loadEnvironment('development')
  process.chdir(projectFolder)
  authSettings()
  process.stdout.write(`Kerbside will show ${describeUpstream(readConfig(process.env))}\n`)
})
