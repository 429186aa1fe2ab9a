import { join } from 'node:path'
import { type Transferable, Worker } from 'node:worker_threads'
import { createFairQueue } from '@/lib/app/fair-queue'
import type { AnswerMessage, Handlers, RequestMessage, ThreadData } from './answer-requests'

type WorkerErrorKind =
  /** Too many requests wait, or this one waited too long; answered as the problem of that name. */
  | 'busy'
  | 'timeout'
  /** The thread ended, or rests before it starts again. */
  | 'crashed'
  /** The request's handler threw; the message is that of its error. */
  | 'failed'
  | 'stopped'

export class WorkerError extends Error {
  override readonly name = 'WorkerError'

  constructor(
    readonly kind: WorkerErrorKind,
    message: string,
  ) {
    super(message)
  }
}

export interface WorkerThreadOptions {
  readonly root: string
  /**
   * Entry module, which calls `answerRequests`. `npm start` bundles
   * `worker.ts` of every folder of lib.
   */
  readonly source: string
  /** For the thread: a value that can be copied. */
  readonly options?: unknown
  /** Heap of the thread; buffers of typed arrays are not part of it. */
  readonly heapMb: number
  readonly timeLimitMs: number
  /** Requests that may wait for their turn; more are refused. */
  readonly waitingMaximum: number
  readonly waitMs: number
  /** After a crash, the thread starts again with the first request after this pause. */
  readonly restartPauseMs?: number
  readonly onCrash?: (message: string) => void
}

export interface RequestOptions {
  /** Moved to the thread instead of copied. */
  readonly buffers?: readonly Transferable[]
  readonly timeLimitMs?: number
  readonly owner?: string
  /** Ends the wait for a turn. */
  readonly signal?: AbortSignal
}

export interface WorkerThread<H extends Handlers<H>> {
  /** Starts the thread where it does not run. @throws WorkerError */
  request<Name extends keyof H & string>(
    name: Name,
    value: Parameters<H[Name]>[0],
    options?: RequestOptions,
  ): Promise<Awaited<ReturnType<H[Name]>>>
  stop(): Promise<void>
}

interface PendingRequest {
  resolve(answer: unknown): void
  reject(error: WorkerError): void
}

const RESTART_PAUSE_MS = 10_000
/** For new objects: with V8's 48 MB a thread holds 30 MB more, and is no faster. */
const YOUNG_MB = 4

/**
 * A worker thread that works on one request at a time; it does not keep the
 * process alive between requests.
 */
export function createWorkerThread<H extends Handlers<H>>(
  options: WorkerThreadOptions,
): WorkerThread<H> {
  const { source, timeLimitMs, restartPauseMs = RESTART_PAUSE_MS } = options
  const inTurn = createFairQueue({
    permits: 1,
    limits: { queueMaximum: options.waitingMaximum, waitMs: options.waitMs },
  })
  let worker: Worker | null = null
  let pending: PendingRequest | null = null
  let crashedAtMs = Number.NEGATIVE_INFINITY
  let isStopped = false

  function end(ended: Worker, error: WorkerError): void {
    // An older thread may end late.
    if (worker !== ended) return
    worker = null
    crashedAtMs = performance.now()
    if (!isStopped) options.onCrash?.(error.message)
    pending?.reject(error)
    void ended.terminate()
  }

  function start(): Worker {
    const { kerbsideBundle } = globalThis as { kerbsideBundle?: string }
    const workerData: ThreadData = {
      root: options.root,
      source,
      bundle: kerbsideBundle,
      options: options.options,
    }
    const entry = join(
      /* turbopackIgnore: true */ options.root,
      'lib/app/worker-thread/start-thread.js',
    )
    const started = new Worker(/* turbopackIgnore: true */ entry, {
      workerData,
      // Arguments of the process may load modules that the thread does not have.
      execArgv: [],
      resourceLimits: {
        maxOldGenerationSizeMb: options.heapMb,
        maxYoungGenerationSizeMb: YOUNG_MB,
      },
    })
    started.on('message', (message: AnswerMessage) => {
      if (worker !== started) return
      if ('answer' in message) pending?.resolve(message.answer)
      else pending?.reject(new WorkerError('failed', message.failure))
    })
    started.on('error', (error) =>
      end(started, new WorkerError('crashed', `${source}: ${String(error)}`)),
    )
    started.on('exit', (code) =>
      end(started, new WorkerError('crashed', `${source} ended with code ${code}`)),
    )
    return started
  }

  async function send(name: string, value: unknown, request: RequestOptions): Promise<unknown> {
    if (isStopped) throw new WorkerError('stopped', `${source} is stopped`)
    if (!worker && performance.now() - crashedAtMs < restartPauseMs) {
      throw new WorkerError('crashed', `${source} ended and starts again later`)
    }
    worker ??= start()
    const receiver = worker
    const limitMs = request.timeLimitMs ?? timeLimitMs
    let timer: NodeJS.Timeout | undefined
    receiver.ref()
    try {
      return await new Promise((resolve, reject) => {
        pending = { resolve, reject }
        // Work in progress cannot be interrupted in any other way.
        timer = setTimeout(() => {
          end(receiver, new WorkerError('timeout', `${source}: ${name} took ${limitMs} ms`))
        }, limitMs)
        receiver.postMessage({ name, value } satisfies RequestMessage, request.buffers)
      })
    } finally {
      clearTimeout(timer)
      pending = null
      // A thread that is being ended keeps the process until it has ended.
      if (worker === receiver) receiver.unref()
    }
  }

  return {
    request: (name, value, request = {}) => {
      const busy = () => new WorkerError('busy', `${source}: too many requests wait`)
      return inTurn(() => send(name, value, request), request, busy) as Promise<never>
    },
    async stop() {
      isStopped = true
      const stopped = worker
      worker = null
      pending?.reject(new WorkerError('stopped', `${source} is stopped`))
      // Without it, a process that does nothing else ends here, with the rest of its stop undone.
      stopped?.ref()
      await stopped?.terminate()
    },
  }
}
