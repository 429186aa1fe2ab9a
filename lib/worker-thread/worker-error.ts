/**
 * `busy`: too many requests wait, or this one waited too long; it is answered as the problem of that name. `timeout`: the
 * request took longer than its limit. `crashed`: the thread ended, or rests before it starts again. `failed`: the
 * request's handler threw, whose message this is. `stopped`: the process ends.
 */
export type WorkerErrorKind = 'busy' | 'timeout' | 'crashed' | 'failed' | 'stopped'

export class WorkerError extends Error {
  // Each route's bundle, and each reload in dev mode, may hold a copy of this class: compare names.
  static override [Symbol.hasInstance](value: unknown): value is WorkerError {
    return value instanceof Error && value.name === 'WorkerError'
  }

  override readonly name = 'WorkerError'
  readonly kind: WorkerErrorKind

  constructor(kind: WorkerErrorKind, message: string) {
    super(message)
    this.kind = kind
  }
}
