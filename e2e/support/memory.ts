import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { WebSocket } from 'undici'
import type { StartedProcess } from './dashboard'

const OPEN_MS = 10_000

/** NODE_OPTIONS of a process whose heap is measured: an inspector on any free port. */
export const HEAP_OPTIONS = '--inspect-port=0'

/** Resident bytes of a process. @throws where there is no /proc */
export async function residentBytes({ pid }: StartedProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024
}

/** Processor time that a process has taken. @throws where there is no /proc */
export async function processorMs({ pid }: StartedProcess): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8')
  // After the name in parentheses; in hundredths of a second.
  const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12)
  return (Number(user) + Number(system)) * 10
}

/**
 * Bytes that a process holds after a garbage collection.
 * @param started with HEAP_OPTIONS
 */
export async function keptBytes(started: StartedProcess): Promise<number> {
  const socket = new WebSocket(await inspectorOf(started))
  await once(socket, 'open')
  const call = async (method: string, params: object = {}) => {
    const answered = once(socket, 'message')
    socket.send(JSON.stringify({ id: 1, method, params }))
    const [{ data }] = await answered
    return JSON.parse(data).result
  }
  try {
    await call('HeapProfiler.collectGarbage')
    const expression =
      '{ const { heapUsed, external } = process.memoryUsage(); heapUsed + external }'
    const { result } = await call('Runtime.evaluate', { expression })
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
