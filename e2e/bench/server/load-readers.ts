import type { Socket } from 'node:net'
import { readLive, type SeenEvent } from './live-reader'
import type { Delta, LoadCommands } from './load-commands'
import { monotonicMs } from './monotonic'

const SNAPSHOT_MS = 120_000
/** Closed by `leave`. */
export const sockets: Socket[] = []
let seen = new Map<string, Delta & { readonly atMs: number[] }>()

export const watch: LoadCommands['watch'] = async ({ port, paths, readers, atOnce }) => {
  for (let from = 0; from < readers; from += atOnce) {
    const some = Array.from({ length: Math.min(atOnce, readers - from) }, (_, n) => from + n)
    await Promise.all(some.map((n) => open(port, paths[n % paths.length] as string)))
  }
}

function open(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`No snapshot of ${path} after ${SNAPSHOT_MS} ms`)),
      SNAPSHOT_MS,
    )
    const socket = readLive(port, path, {
      onEvent(event) {
        if (event.name === 'delta') note(path, event)
        if (event.name !== 'snapshot') return
        clearTimeout(late)
        resolve()
      },
      onEnd: (reason) => reject(new Error(`${path} ended: ${reason}`)),
    })
    sockets.push(socket)
  })
}

function note(path: string, { id, bytes }: SeenEvent): void {
  const name = `${path} ${id}`
  const known = seen.get(name)
  if (known) known.atMs.push(monotonicMs())
  else seen.set(name, { path, id, bytes, atMs: [monotonicMs()] })
}

export const deltas: LoadCommands['deltas'] = async () => {
  const taken = [...seen.values()]
  seen = new Map()
  return taken
}

export const leave: LoadCommands['leave'] = async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  seen = new Map()
}
