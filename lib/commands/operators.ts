import { compose } from '@/lib/app/compose'
import { loadEnvironment, projectFolder, settingsFolder } from '@/lib/app/env-files'
import { ConfigError } from '@/lib/app/settings/config-error'
import { urlOf } from '@/lib/app/settings/listen-address'
import { readSettings } from '@/lib/app/settings/read-settings'
import { runCommand } from '@/lib/build/run-command'
import { runOperatorCommand } from './operator-commands'

/** `npm run operators -- list | reset EMAIL | unlock EMAIL | two-factor-off EMAIL` */
await runCommand(async () => {
  loadEnvironment('production')
  process.chdir(settingsFolder)
  const app = compose(readSettings(process.env, projectFolder, settingsFolder))
  const { KERBSIDE_URL, HOST, PORT } = app.settings
  const auth = await app.auth()
  if (!auth)
    throw new ConfigError(
      'Sign-in is disabled here: use the settings with which Kerbside is started',
    )
  try {
    const origin = KERBSIDE_URL ?? urlOf({ host: HOST, port: PORT })
    process.stdout.write(`${await runOperatorCommand(auth, origin, process.argv.slice(2))}\n`)
  } finally {
    await app.stop()
  }
})
