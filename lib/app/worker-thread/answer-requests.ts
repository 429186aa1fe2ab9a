import { parentPort, type Transferable, workerData } from 'node:worker_threads'
import { collectAfterStart } from '@/lib/app/garbage'

export type Handlers<H> = { readonly [Name in keyof H]: (value: never) => unknown }

export interface RequestMessage {
  readonly name: string
  readonly value: unknown
}

export type AnswerMessage = { readonly answer: unknown } | { readonly failure: string }

/** `workerData` of each thread. */
export interface ThreadData {
  readonly root: string
  readonly source: string
  /** Folder of the bundle that this process runs, as a URL; undefined where it runs the sources. */
  readonly bundle: string | undefined
  readonly options: unknown
}

/**
 * The worker thread's half: answers the requests of `createWorkerThread`, one at a time. An answer
 * that is a typed array is moved instead of copied, and has a buffer of its own.
 */
export function answerRequests<H extends Handlers<H>>(handlers: H): void {
  collectAfterStart()
  parentPort?.on('message', async ({ name, value }: RequestMessage) => {
    try {
      const handler: (value: never) => unknown = handlers[name as keyof H]
      const answer = await handler(value as never)
      post({ answer }, ArrayBuffer.isView(answer) ? [answer.buffer as ArrayBuffer] : [])
    } catch (error) {
      post({ failure: error instanceof Error ? error.message : String(error) })
    }
  })
}

export function threadOptions<T>(): T {
  return (workerData as ThreadData).options as T
}

function post(message: AnswerMessage, moved: readonly Transferable[] = []): void {
  parentPort?.postMessage(message, moved)
}
