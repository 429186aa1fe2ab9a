import { join } from 'node:path'
import { loadEnvironment, projectFolder, settingsFolder } from '@/lib/app/env-files'
import { ConfigError } from '@/lib/app/settings/config-error'
import { readSettings } from '@/lib/app/settings/read-settings'
import { runCommand } from '@/lib/build/run-command'
import { requestBackup } from '@/lib/store/backup-socket'
import { tryLock } from '@/lib/store/folder-lock'

/** `kerbside backup`: has the Kerbside that runs on KERBSIDE_DATA copy its database. */
await runCommand(async () => {
  loadEnvironment('production')
  process.chdir(settingsFolder)
  const settings = readSettings(process.env, projectFolder, settingsFolder)
  if (settings.DATABASE_URL) throw new ConfigError('The database is PostgreSQL: use pg_dump')
  const data = settings.KERBSIDE_DATA
  const { lock } = await tryLock(join(data, 'lock'), 'KERBSIDE_DATA')
  if (lock) {
    await lock.release()
    throw new ConfigError(`No Kerbside runs on ${data}: copy the folder itself`)
  }
  process.stdout.write(`${await requestBackup(data)}\n`)
})
