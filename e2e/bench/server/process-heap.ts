import { WebSocket } from 'undici'
import type { StartedProcess } from '@/e2e/support/dashboard'

const OPEN_MS = 10_000

/** NODE_OPTIONS of a process whose heap is measured: an inspector on any free port. */
export const HEAP_OPTIONS = '--inspect-port=0'

/**
 * Bytes that a process holds after a garbage collection.
 * @param started with HEAP_OPTIONS
 */
export async function keptBytes(started: StartedProcess): Promise<number> {
  const socket = new WebSocket(await inspectorOf(started))
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve, { once: true })
    socket.addEventListener('error', () => reject(new Error('The inspector cannot be reached')), {
      once: true,
    })
  })
  try {
    await call(socket, 'HeapProfiler.collectGarbage')
    const expression = 'const { heapUsed, external } = process.memoryUsage(); heapUsed + external'
    const answer = await call(socket, 'Runtime.evaluate', { expression: `{${expression}}` })
    const { result } = answer as { result: { value?: unknown } }
    if (typeof result.value !== 'number') throw new Error('The process does not tell its memory')
    return result.value
  } finally {
    socket.close()
  }
}

/** Node opens its inspector on this signal and prints where. */
async function inspectorOf(started: StartedProcess): Promise<string> {
  const endMs = performance.now() + OPEN_MS
  for (;;) {
    const address = started.output().match(/ws:\/\/\S+/)?.[0]
    if (address) return address
    if (performance.now() > endMs) throw new Error(`No inspector after ${OPEN_MS} ms`)
    started.signal('SIGUSR1')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

let calls = 0

function call(socket: WebSocket, method: string, params: object = {}): Promise<unknown> {
  const id = ++calls
  return new Promise((resolve) => {
    const listen = ({ data }: { data: unknown }) => {
      const answer = JSON.parse(String(data)) as { id?: number; result?: unknown }
      if (answer.id !== id) return
      socket.removeEventListener('message', listen)
      resolve(answer.result)
    }
    socket.addEventListener('message', listen)
    socket.send(JSON.stringify({ id, method, params }))
  })
}
