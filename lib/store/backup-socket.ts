import { chmod, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { ConfigError } from '@/lib/app/settings/config-error'
import { shortest } from './folder-lock'

const SOCKET = 'backup.sock'
const FOLDER_NAME = 'KERBSIDE_DATA'

/** Answer to a request: JSON on one line. */
type Answer = { readonly folder: string } | { readonly failure: string }

/**
 * Answers each connection with the folder of a new copy, one after the other. A signal would end
 * a server of another release, and not reach one in another container.
 * @param folder whose lock this process holds
 * @param backUp @returns the copy's folder
 * @returns ends it
 */
export async function answerBackups(
  folder: string,
  backUp: () => Promise<string>,
): Promise<() => Promise<void>> {
  const path = join(folder, SOCKET)
  let last: Promise<unknown> = Promise.resolve()
  const server = createServer((socket) => {
    // The client may have gone before the copy is made.
    socket.on('error', () => {})
    const answer = last.then(backUp).then(
      (made): Answer => ({ folder: made }),
      (error: Error): Answer => ({ failure: error.message }),
    )
    last = answer
    void answer.then((text) => socket.end(JSON.stringify(text)))
  })
  // Left behind by a process that was killed.
  await rm(path, { force: true })
  await listen(server, shortest(path, FOLDER_NAME))
  // Others on the machine must not ask for copies without end.
  await chmod(path, 0o600)
  server.unref()
  return async () => {
    server.close()
    await last
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
}

/**
 * Has the process that holds the folder's lock make a copy.
 * @returns the copy's folder
 * @throws ConfigError where it does not answer backups, or made none
 */
export async function requestBackup(folder: string): Promise<string> {
  const answer = await ask(shortest(join(folder, SOCKET), FOLDER_NAME)).catch(() => null)
  if (answer === null) {
    throw new ConfigError(
      `The Kerbside that runs on ${folder} makes no backups: it is starting, stopping, or of an earlier release. Try again, or stop it and copy the folder`,
    )
  }
  if ('folder' in answer) return answer.folder
  throw new ConfigError(`No backup was made: ${answer.failure}`)
}

async function ask(path: string): Promise<Answer> {
  let text = ''
  for await (const part of connect(path).setEncoding('utf8')) text += part
  return JSON.parse(text) as Answer
}
