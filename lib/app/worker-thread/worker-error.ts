export type WorkerErrorKind =
  /** Too many requests wait, or this one waited too long; answered as the problem of that name. */
  | 'busy'
  /** The request took longer than its limit. */
  | 'timeout'
  /** The thread ended, or rests before it starts again. */
  | 'crashed'
  /** The request's handler threw; the message is that of its error. */
  | 'failed'
  /** The process ends. */
  | 'stopped'

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
