import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { join, relative } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '@/lib/config/config-error'

/*
 * A folder for one process. Node has no flock, and a file with a process id lies after a crash: ids come again, and
 * in containers they are all 1. A listening socket cannot lie: the kernel closes it with its process, however that
 * ends. Each claimant first listens under a name of its own and then looks for others, so that of two at least one
 * sees the other; a name is never used twice, so that a dead one may be removed by anybody.
 */
const LIVE = '.sock'
const PREPARING = '.new'

// Of sun_path; macOS has 104, Linux 108, both with a final zero.
const LONGEST_PATH = 103
const ANSWER_MS = 500
const TRIES = 20

export interface FolderLock {
  release(): Promise<void>
}

/**
 * Takes the folder for this process until `release` or the process's end; what a dead process left is removed.
 * @throws ConfigError when another process has it, or when the file system has no sockets
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  const claims = join(folder, 'lock')
  await mkdir(claims, { recursive: true, mode: 0o700 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new ConfigError(`KERBSIDE_DATA cannot be written (${code}): ${JSON.stringify(folder)}`)
  })
  for (let attempt = 1; ; attempt += 1) {
    const own = await claim(claims)
    const other = await findOther(claims, own.name)
    if (!other) {
      own.hold()
      return own
    }
    await own.release()
    // Two that began at the same moment may each see the other: both step back and try again.
    if (other.holds || attempt === TRIES) throw new ConfigError(inUse(folder, other.pid))
    await sleep(Math.random() * 50 * attempt)
  }
}

const inUse = (folder: string, pid: string) =>
  `${folder} is in use by another Kerbside${pid && ` (process ${pid})`}: stop that one, ` +
  'set KERBSIDE_DATA to another folder, or DATABASE_URL to a PostgreSQL that several share'

async function claim(claims: string) {
  const id = randomBytes(6).toString('hex')
  const name = id + LIVE
  let holds = false
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.end(`${holds ? 'holds' : 'claims'} ${process.pid}`)
  })
  await listen(server, join(claims, id + PREPARING))
  server.unref()
  // Only now may others judge it: between bind and listen it would look dead.
  await rename(join(claims, id + PREPARING), join(claims, name))
  return {
    name,
    hold() {
      holds = true
    },
    async release() {
      await rm(join(claims, name), { force: true })
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(new ConfigError(`KERBSIDE_DATA cannot be locked (${error.code}): it must be on a local disk`)),
    )
    server.listen(shortest(path), resolve)
  })
}

/** Sockets have short paths: the way from the working directory may fit where the whole does not. */
function shortest(path: string): string {
  const fromHere = relative(process.cwd(), path)
  const short = fromHere.length < path.length ? fromHere : path
  const over = Buffer.byteLength(short) - LONGEST_PATH
  if (over > 0) throw new ConfigError(`KERBSIDE_DATA is ${over} bytes too long a path for its lock`)
  return short
}

interface Claimant {
  /** Empty when it did not say in time. */
  pid: string
  holds: boolean
}

async function findOther(claims: string, ownName: string): Promise<Claimant | null> {
  for (const name of await readdir(claims)) {
    if (name === ownName || !name.endsWith(LIVE)) continue
    const other = await ask(shortest(join(claims, name)))
    if (other) return other
    await rm(join(claims, name), { force: true })
  }
  return null
}

/** @returns null when nobody listens there any more */
function ask(path: string): Promise<Claimant | null> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(path)
    // Connected is proof of life, also of a process that is too busy, or halted, to answer.
    const tell = () => {
      socket.destroy()
      const [state = '', pid = ''] = text.split(' ')
      resolve({ pid, holds: state !== 'claims' })
    }
    socket.setTimeout(ANSWER_MS, tell)
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.once('end', tell)
    socket.once('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'ECONNREFUSED' || code === 'ENOENT') resolve(null)
      else tell()
    })
  })
}
