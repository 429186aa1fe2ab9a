import { Duplex } from 'node:stream'
import type { WorkerThread } from '@/lib/app/worker-thread/worker-thread'
import type { DatabaseHandlers, Refusal } from './worker'

const TERMINATE = 'X'.charCodeAt(0)

/** The database cannot be opened, or its thread ended. */
export class DatabaseLost extends Error {
  /** None: errors that have one are of the database, as those of Drizzle. */
  readonly query = null
  readonly isDiskFull: boolean

  constructor({ reason, isDiskFull }: Refusal) {
    super(reason)
    this.isDiskFull = isDiskFull
  }
}

/** A connection of `pg` to the database in the thread, in place of a socket to a server. */
export class DatabaseSocket extends Duplex {
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

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.#send([chunk], done)
  }

  // The messages of a statement, which are answered together.
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this.#send(
      chunks.map(({ chunk }) => chunk),
      done,
    )
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  #send(chunks: readonly Buffer[], done: () => void): void {
    // The end of a connection is not that of the database.
    const message = new Uint8Array(Buffer.concat(chunks.filter((chunk) => chunk[0] !== TERMINATE)))
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

  // Of a socket: `pg` calls them. The thread keeps the process alive only while it answers.
  setNoDelay(): this {
    return this
  }

  setKeepAlive(): this {
    return this
  }

  ref(): this {
    return this
  }

  unref(): this {
    return this
  }
}
