import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import { Pool } from 'pg'
import { projectFolder } from '@/lib/app/env-files'
import { ConfigError } from '@/lib/app/settings/config-error'
import { createWorkerThread, type WorkerThread } from '@/lib/app/worker-thread/worker-thread'
import { tryLock } from '@/lib/store/folder-lock'
import { assertSchemaVersion, poolStore } from './pool-store'
import type { Store } from './store'
import type { DatabaseHandlers, Refusal } from './worker'

/** JavaScript's memory of the thread; the database's own memory is none of it. */
const HEAP_MB = 512
/** Deleting from large tables takes minutes; a longer statement has no end. */
const STATEMENT_MS = 10 * 60_000
const REACHABLE_MS = 2500
const RESTART_PAUSE_MS = 1000

/**
 * A database in a folder, for this process alone, in a thread of its own. @throws ConfigError
 * @param onCrash called when the thread ended; the next statement opens the database again
 */
export async function openPglite(
  folder: string,
  migrationsFolder: string,
  onCrash: (message: string) => void,
): Promise<Store> {
  const { lock, holder } = await tryLock(join(folder, 'lock'), 'KERBSIDE_DATA')
  if (!lock) {
    const process = holder.pid && ` (process ${holder.pid})`
    throw new ConfigError(
      `${folder} is in use by another Kerbside${process}: stop that one, set KERBSIDE_DATA to another folder, or DATABASE_URL to a PostgreSQL that several share`,
    )
  }
  const { pool, backUp, close } = openThread(folder, onCrash)
  const store = poolStore('pglite', pool)
  const reachable = () =>
    Promise.race([store.reachable(), pause(REACHABLE_MS, false, { ref: false })])
  const release = async () => {
    await close()
    await lock.release()
  }
  try {
    await pool.query('select 1').catch(async (error: Error) => {
      throw await cannotBeOpened(folder, error)
    })
    await migrate(drizzle(pool), { migrationsFolder })
    await assertSchemaVersion(store.db, migrationsFolder)
  } catch (error) {
    await release()
    throw error
  }
  return {
    ...store,
    reachable,
    backUp,
    async close() {
      // After the queries that wait for the connection: the pool would forget it.
      await reachable()
      await release()
    },
  }
}

/** One connection, so that transactions take turns. */
function openThread(folder: string, onCrash: (message: string) => void) {
  let socket: DatabaseSocket | undefined
  const thread = createWorkerThread<DatabaseHandlers>({
    root: projectFolder,
    source: 'lib/store/worker.ts',
    options: { folder },
    heapMb: HEAP_MB,
    timeLimitMs: STATEMENT_MS,
    waitingMaximum: 10,
    waitMs: STATEMENT_MS,
    restartPauseMs: RESTART_PAUSE_MS,
    onCrash(message) {
      socket?.lose(message)
      onCrash(message)
    },
  })
  const pool = new Pool({
    max: 1,
    idleTimeoutMillis: 0,
    // Not those of the environment.
    user: 'postgres',
    database: 'postgres',
    password: '',
    ssl: false,
    stream: () => {
      socket = new DatabaseSocket(thread)
      return socket
    },
  })
  return {
    pool,
    backUp: (target: string) => thread.request('backUp', target),
    async close() {
      await pool.end()
      await thread.request('close', undefined).catch(() => undefined)
      await thread.stop()
    },
  }
}

async function cannotBeOpened(folder: string, error: Error): Promise<ConfigError> {
  const isKnown = error instanceof DatabaseLost && error.isDiskFull
  const isFull = isKnown || (await isDiskFullAt(folder))
  const remedy = isFull
    ? 'the disk is full (ENOSPC), free space on it'
    : 'the disk is full, or it is damaged or another user’s'
  return new ConfigError(
    `KERBSIDE_DATA: the database in ${folder} cannot be opened (${error.message}): ${remedy}`,
  )
}

/** PGlite's own error does not always say so. */
async function isDiskFullAt(folder: string): Promise<boolean> {
  const { bavail } = await statfs(folder).catch(() => ({ bavail: 1 }))
  return bavail === 0
}

const TERMINATE = 'X'.charCodeAt(0)

/** The database cannot be opened, or its thread ended. */
class DatabaseLost extends Error {
  /** None: errors that have one are of the database, as those of Drizzle. */
  readonly query = null
  readonly isDiskFull: boolean

  constructor({ reason, isDiskFull }: Refusal) {
    super(reason)
    this.isDiskFull = isDiskFull
  }
}

/** A connection of `pg` to the database in the thread, in place of a socket to a server. */
class DatabaseSocket extends Duplex {
  readonly #thread: WorkerThread<DatabaseHandlers>

  constructor(thread: WorkerThread<DatabaseHandlers>) {
    super()
    this.#thread = thread
  }

  connect(): this {
    this.#thread.request('connect', undefined).then(
      (refusal) => {
        if (refusal) this.destroy(new DatabaseLost(refusal))
        else this.emit('connect')
      },
      ({ message }: Error) => this.lose(message),
    )
    return this
  }

  lose(reason: string): void {
    this.destroy(new DatabaseLost({ reason, isDiskFull: false }))
  }

  override _read(): void {}

  // The messages of a statement, which are answered together; Node calls it for a single one too.
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    const messages = chunks.map(({ chunk }) => chunk)
    // The end of a connection is not that of the database.
    const message = new Uint8Array(Buffer.concat(messages.filter(([kind]) => kind !== TERMINATE)))
    if (message.length === 0) {
      done()
      return
    }
    this.#thread.request('answer', message, { buffers: [message.buffer] }).then(
      ({ buffer }) => {
        if (buffer.byteLength > 0) this.push(Buffer.from(buffer))
        done()
      },
      (error: Error) => this.lose(error.message),
    )
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  // Members of a socket that `pg` calls. The thread keeps the process alive only while it answers.
  setNoDelay = () => this
  setKeepAlive = () => this
  ref = () => this
  unref = () => this
}
