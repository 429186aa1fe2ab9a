import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { loadEnvironment, projectFolder, settingsFolder } from '@/lib/app/env-files'
import { ConfigError } from '@/lib/app/settings/config-error'
import { readSettings } from '@/lib/app/settings/read-settings'
import { runCommand } from '@/lib/build/run-command'
import { tryLock } from '@/lib/store/folder-lock'

const POLL_MS = 200
/** Within this time the server has begun. */
const BEGIN_MS = 10_000

/** `npm run backup`: has the Kerbside that runs on KERBSIDE_DATA copy its database. */
await runCommand(async () => {
  loadEnvironment('production')
  process.chdir(settingsFolder)
  const settings = readSettings(process.env, projectFolder, settingsFolder)
  if (settings.DATABASE_URL) throw new ConfigError('The database is PostgreSQL: use pg_dump')
  const data = settings.KERBSIDE_DATA
  const { lock, holder } = await tryLock(join(data, 'lock'), 'KERBSIDE_DATA')
  if (lock) {
    await lock.release()
    throw new ConfigError(`No Kerbside runs on ${data}: copy the folder itself`)
  }
  // 0 would be a signal to the processes of this command.
  const pid = Number(holder.pid)
  if (!Number.isInteger(pid) || pid <= 0)
    throw new ConfigError(`The Kerbside that runs on ${data} does not answer now: try again`)
  const folder = join(data, 'backups')
  const before = new Set(await namesIn(folder))
  process.kill(pid, 'SIGUSR2')
  const name = await nameOfNew(folder, before)
  process.stdout.write(`${join(folder, name)}\n`)
})

function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch(() => [])
}

/** @throws ConfigError when the server has not begun, or has given up */
async function nameOfNew(folder: string, before: ReadonlySet<string>): Promise<string> {
  const startMs = performance.now()
  let hasBegun = false
  for (;;) {
    await pause(POLL_MS)
    const names = (await namesIn(folder)).filter((name) => !before.has(name))
    const finished = names.find((name) => !name.endsWith('.new'))
    if (finished !== undefined) return finished
    const isOver = hasBegun || performance.now() - startMs > BEGIN_MS
    if (names.length === 0 && isOver) throw new ConfigError('No backup was made; the log says why')
    hasBegun ||= names.length > 0
  }
}
