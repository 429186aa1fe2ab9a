import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asNobody, commandPath, serverFolder, startServer } from './server-process'

const run = promisify(execFile)

/** An empty PostgreSQL; its database is `postgres`, its user, without a password, `kerbside`. */
export async function startPostgres() {
  const template = await makeTemplate()
  const folder = await serverFolder('postgres')
  const data = join(folder, 'data')
  await run('cp', ['-R', template, data], { cwd: folder, ...asNobody })
  return startServer({
    path: commandPath('postgres'),
    folder,
    args: (port) => ['-D', data, '-p', `${port}`, '-k', folder, '-h', '127.0.0.1', '-F'],
    url: (port) => `postgresql://kerbside@127.0.0.1:${port}/postgres`,
    // Fast, then immediate shutdown.
    stopSignal: 'SIGINT',
    killSignal: 'SIGQUIT',
    answers: (port) =>
      run(commandPath('pg_isready'), ['-h', '127.0.0.1', '-p', `${port}`]).then(
        () => true,
        () => false,
      ),
  })
}

/**
 * Makes an empty database once per machine: initdb takes a second of a core,
 * a copy a twentieth of one.
 */
async function makeTemplate(): Promise<string> {
  const { stdout } = await run(commandPath('initdb'), ['--version'])
  const template = join(
    tmpdir(),
    `kerbside-postgres-${createHash('sha256').update(stdout).digest('hex').slice(0, 16)}`,
  )
  if (existsSync(template)) return template
  const folder = await serverFolder('postgres')
  const data = join(folder, 'data')
  const choices = [
    '--username=kerbside',
    '--auth=trust',
    '--encoding=UTF8',
    '--no-locale',
    '--no-sync',
  ]
  await run(commandPath('initdb'), ['-D', data, ...choices], { cwd: folder, ...asNobody })
  // Another process may have made it meanwhile.
  await rename(data, template).catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
  return template
}
