import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { asNobody, commandPath, type RealServer, serverFolder, startServer } from './server-process'

const run = promisify(execFile)

/** An empty PostgreSQL; its database is `postgres`, its user, without a password, `kerbside`. */
export async function startPostgres(): Promise<RealServer> {
  const folder = await serverFolder('postgres')
  const data = join(folder, 'data')
  const choices = ['--username=kerbside', '--auth=trust', '--encoding=UTF8', '--no-locale', '--no-sync']
  await run(commandPath('initdb'), ['-D', data, ...choices], { cwd: folder, ...asNobody })
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
