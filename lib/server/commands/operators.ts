import { loadEnvironment, projectFolder } from '@/lib/app/env-files'
import { processAuth } from '@/lib/app/parts/auth'
import { processSettings } from '@/lib/app/parts/settings'
import { closeProcessStore } from '@/lib/app/parts/store'
import { ConfigError } from '@/lib/app/settings/config-error'
import { urlOf } from '@/lib/app/settings/listen-address'
import { runCommand } from '@/lib/server/build/run-command'
import { runOperatorCommand } from './operator-commands'

/** `npm run operators -- list | reset EMAIL | unlock EMAIL | two-factor-off EMAIL` */
await runCommand(async () => {
  loadEnvironment('production')
  process.chdir(projectFolder)
  const { auth: settings, listen } = processSettings()
  const auth = await processAuth()
  if (!auth)
    throw new ConfigError('Sign-in is disabled here: use the settings with which Kerbside is started')
  try {
    const text = await runOperatorCommand(auth, settings.origin ?? urlOf(listen), process.argv.slice(2))
    process.stdout.write(`${text}\n`)
  } finally {
    await closeProcessStore()
  }
})
