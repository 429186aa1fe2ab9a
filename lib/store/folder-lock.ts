import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { dirname, join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '@/lib/app/settings/config-error'

// A lock is a listening socket, which the kernel closes with its process. Node has no flock, and a
// file with a process id is wrong after a crash: ids are reused, and in containers they are all 1.
const LIVE_SUFFIX = '.sock'
const PREPARING_SUFFIX = '.new'

// Length of sun_path; macOS has 104, Linux 108, both with a final zero.
const LONGEST_PATH = 103
const ANSWER_MS = 500
const POLL_MS = 500
const TRIES = 20

interface Claimant {
  /** Its process id; empty when it did not answer in time. */
  readonly pid: string
  readonly holds: boolean
}

/**
 * Takes the lock for this process until `release` or the process's end, unless
 * another process holds it.
 * @param folder holds nothing but the lock; created when missing
 * @param name of the folder in messages
 * @throws ConfigError when the folder cannot be written or its file system has no sockets
 */
export async function tryLock(folder: string, name: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError(`${name} cannot be written (${code}): ${JSON.stringify(folder)}`)
  })
  for (let attempt = 1; ; attempt += 1) {
    const lock = await claim(folder, name)
    const other = await findOther(folder, lock.id, name)
    if (!other) {
      lock.hold()
      return { lock, holder: null }
    }
    await lock.release()
    // Two claims of the same moment may each see the other: both step back and try again.
    if (other.holds || attempt === TRIES) return { lock: null, holder: other }
    await sleep(Math.random() * 50 * attempt)
  }
}

/** Runs `work` while no other process holds the lock. */
export async function withLock<T>(
  folder: string,
  name: string,
  work: () => Promise<T>,
  onWait: (holder: Claimant) => void,
): Promise<T> {
  for (let isWaiting = false; ; isWaiting = true) {
    const { lock, holder } = await tryLock(folder, name)
    if (lock) return work().finally(() => lock.release())
    if (!isWaiting) onWait(holder)
    await sleep(POLL_MS)
  }
}

/**
 * Listens under a name of its own before looking for others, so that of two claimants at least one
 * sees the other. Names are never reused, so that any process may remove a dead one.
 */
async function claim(folder: string, name: string) {
  const id = randomBytes(6).toString('hex')
  const path = join(folder, id)
  let holds = false
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(`${holds ? 'holds' : 'claims'} ${process.pid}`)
  })
  await listen(server, path + PREPARING_SUFFIX, name)
  server.unref()
  // Renamed only now: between bind and listen it would look dead to others.
  await rename(path + PREPARING_SUFFIX, path + LIVE_SUFFIX)
  return {
    id,
    hold() {
      holds = true
    },
    async release() {
      await rm(path + LIVE_SUFFIX, { force: true })
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function listen(server: Server, path: string, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code = '' }: NodeJS.ErrnoException) => {
      const isNotWritable = /EACCES|EROFS|ENOSPC/.test(code)
      const message = isNotWritable
        ? `${name} cannot be written (${code}): ${JSON.stringify(dirname(path))}`
        : `${name} cannot be locked (${code}): it must be on a local disk`
      reject(new ConfigError(message))
    })
    server.listen(shortest(path, name), resolve)
  })
}

/**
 * Paths of sockets are short: the path from the working directory may fit
 * where the whole one does not.
 */
export function shortest(path: string, name: string): string {
  const fromHere = relative(process.cwd(), path)
  const short = fromHere.length < path.length ? fromHere : path
  const over = Buffer.byteLength(short) - LONGEST_PATH
  if (over > 0) throw new ConfigError(`${name} is ${over} bytes too long a path for its lock`)
  return short
}

async function findOther(folder: string, ownId: string, name: string): Promise<Claimant | null> {
  for (const file of await readdir(folder)) {
    if (file === ownId + LIVE_SUFFIX || !file.endsWith(LIVE_SUFFIX)) continue
    const path = join(folder, file)
    const other = await ask(shortest(path, name))
    if (other) return other
    await rm(path, { force: true })
  }
  return null
}

/** @returns null when no process listens there any more */
function ask(path: string): Promise<Claimant | null> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(path)
    // A connection proves that the process lives, even when it is too busy, or halted, to answer.
    const finish = () => {
      socket.destroy()
      const [state = '', pid = ''] = text.split(' ')
      resolve({ pid, holds: state !== 'claims' })
    }
    socket.setTimeout(ANSWER_MS, finish)
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('end', finish)
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve(null)
      else finish()
    })
  })
}
