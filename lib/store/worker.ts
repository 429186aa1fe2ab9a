import { chmod, constants, cp, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { isDiskFull } from '@/lib/app/settings/disk-full'
import { answerRequests, threadOptions } from '@/lib/app/worker-thread/answer-requests'

// Entry of the database's thread, which is started again after a crash: each connection
// opens the database if need be.
const { folder } = threadOptions<{ folder: string }>()

let opened: PGlite | undefined

/** Why the database cannot be opened. */
export interface Refusal {
  readonly reason: string
  readonly isDiskFull: boolean
}

const handlers = {
  async connect(): Promise<Refusal | null> {
    try {
      opened ??= await openFolder(folder)
    } catch (error) {
      return { reason: reasonOf(error), isDiskFull: isDiskFull(error) }
    }
    // The transaction of a connection that ended before it.
    if (opened.isInTransaction()) await opened.exec('rollback')
    return null
  },
  /** @param message of PostgreSQL's protocol, or several */
  async answer(message: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
    const parts: Uint8Array[] = []
    try {
      // A part is a view of the database's memory, which the next one overwrites.
      await opened?.execProtocolRawStream(message, {
        onRawData: (part) => parts.push(part.slice()),
      })
    } catch (error) {
      return crash(error)
    }
    // A buffer of its own, which can be moved to another thread.
    return new Uint8Array(Buffer.concat(parts))
  },
  /** Between two statements, so that it is as after a crash, which PostgreSQL recovers from. */
  async backUp(target: string): Promise<void> {
    await cp(dataFolder(folder), target, {
      recursive: true,
      errorOnExist: true,
      force: false,
      mode: constants.COPYFILE_FICLONE,
    })
  },
  async close(): Promise<void> {
    await opened?.close()
    opened = undefined
  },
}

export type DatabaseHandlers = typeof handlers

answerRequests(handlers)

/**
 * Faults of a statement are answers; after anything else the state of the database is not known.
 */
function crash(error: unknown): Promise<never> {
  setImmediate(() => {
    throw new Error(reasonOf(error))
  })
  return new Promise(() => {})
}

/** PGlite also throws objects of its file system, which have only a number, and of its exit. */
function reasonOf(error: unknown): string {
  if (error instanceof Error) return error.message
  const { errno, status } = error as { errno?: number; status?: number }
  return `error ${errno ?? status ?? 'unknown'}`
}

// PostgreSQL's 128 MB take 110 MB more of the process: the files are in the system's cache anyway.
const SMALL_BUFFERS = ['-c', 'shared_buffers=16MB']

// It holds password hashes and sessions.
const OWNER_ONLY = 0o700

function dataFolder(folder: string): string {
  return join(folder, 'pglite')
}

/** Opens the database in a folder; makes it where there is none. */
export async function openFolder(folder: string): Promise<PGlite> {
  const dataDir = dataFolder(folder)
  const made = await stat(dataDir).catch(() => null)
  if (!made) {
    // Renamed when complete: the process may be killed while creating it.
    const unfinished = join(folder, 'pglite.new')
    await rm(unfinished, { recursive: true, force: true })
    const first = await create(unfinished)
    await first.close()
    await chmod(unfinished, OWNER_ONLY)
    await rename(unfinished, dataDir)
  }
  return create(dataDir)
}

function create(dataDir: string): Promise<PGlite> {
  return PGlite.create({ dataDir, startParams: [...PGlite.defaultStartParams, ...SMALL_BUFFERS] })
}
