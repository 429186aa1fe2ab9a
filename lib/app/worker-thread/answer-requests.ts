import { parentPort, type Transferable, workerData } from 'node:worker_threads'
import type { Handlers, RequestMessage, ThreadData, ThreadMessage } from './messages'

const transfers = new WeakMap<object, readonly Transferable[]>()

/** Marks an answer whose buffers are moved to the main thread instead of copied. */
export function withTransfer<T extends object>(answer: T, buffers: readonly Transferable[]): T {
  transfers.set(answer, buffers)
  return answer
}

/** The worker thread's half: answers the requests of `createWorkerThread`, one at a time. */
export function answerRequests<H extends Handlers<H>>(handlers: H): void {
  parentPort?.on('message', async ({ id, name, value }: RequestMessage) => {
    try {
      const handler: (value: never) => unknown = handlers[name as keyof H]
      const answer = await handler(value as never)
      const buffers = typeof answer === 'object' && answer !== null ? transfers.get(answer) : undefined
      post({ kind: 'answer', id, answer }, buffers)
    } catch (error) {
      post({ kind: 'failure', id, message: error instanceof Error ? error.message : String(error) })
    }
  })
}

/** A line for the log of the process. */
export function reportProgress(text: string): void {
  post({ kind: 'progress', text })
}

/** The `options` of `createWorkerThread`. */
export function threadOptions<T>(): T {
  return (workerData as ThreadData).options as T
}

function post(message: ThreadMessage, buffers: readonly Transferable[] = []): void {
  parentPort?.postMessage(message, buffers)
}
