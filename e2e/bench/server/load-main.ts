import type { Socket } from 'node:net'
import { readLive, type SeenEvent } from './live-reader'

/*
 * Commands of the load generator, a process of its own so that its cost is not counted as the server's.
 */

/** A server that answers later than this counts as one that does not. */
const ANSWER_MS = 30_000
const SNAPSHOT_MS = 120_000
const sockets: Socket[] = []
let seen = new Map<string, Delta>()

/** One delta as all readers of its path saw it. */
export interface Delta {
  readonly path: string
  readonly id: string
  readonly bytes: number
  /** When each reader had it, on the machine's monotonic clock. */
  readonly atMs: number[]
}

export interface Answers {
  /** Of each request. */
  readonly ms: readonly number[]
  /** Status or error, and how often. */
  readonly failures: Readonly<Record<string, number>>
}

interface Paths {
  readonly port: number
  /** Asked in turn. */
  readonly paths: readonly string[]
}

/** Milliseconds of a clock that all processes of one machine share. */
const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6
const at = (startMs: number, dueMs: number) =>
  new Promise((resolve) => setTimeout(resolve, startMs + dueMs - performance.now()))

const commands = {
  /** Opens readers of event streams, spread over the paths. Done when each has its whole snapshot. */
  async watch({ port, paths, readers, atOnce }: Paths & { readers: number; atOnce: number }) {
    for (let from = 0; from < readers; from += atOnce) {
      const some = Array.from({ length: Math.min(atOnce, readers - from) }, (_, n) => from + n)
      await Promise.all(some.map((n) => open(port, paths[n % paths.length] as string)))
    }
  },
  /** The deltas since the last call. */
  async deltas(_: null) {
    const taken = [...seen.values()]
    seen = new Map()
    return taken
  },
  /** Closes the readers. */
  async leave(_: null) {
    for (const socket of sockets.splice(0)) socket.destroy()
    seen = new Map()
  },
  /** Opens areas of one client at once; each stream is read while it lasts. */
  async flood({ port, paths, address }: Paths & { address: string }) {
    const ends = await Promise.all(
      paths.map((path) =>
        first(
          port,
          path,
          address,
          () => true,
          (socket) => void sockets.push(socket),
        ),
      ),
    )
    return { opened: ends.filter((end) => end === null).length, refused: countOf(ends) }
  },
  /** Opens areas one after the other, each of another client: time until its whole list. */
  async openEach({ port, paths, perSecond }: Paths & { perSecond: number }): Promise<Answers> {
    return answersOf(paths.length, perSecond, (n) => {
      const whole = ({ name }: SeenEvent) => name === 'snapshot'
      return first(port, paths[n] ?? '', `10.0.${n >> 8}.${n & 255}`, whole, (socket) => socket.destroy())
    })
  },
  /** Requests at a steady rate, independent of earlier answers. */
  async load({
    port,
    paths,
    perSecond,
    seconds,
  }: Paths & { perSecond: number; seconds: number }): Promise<Answers> {
    return answersOf(perSecond * seconds, perSecond, async (n) => {
      const response = await fetch(`http://127.0.0.1:${port}${paths[n % paths.length]}`)
      await response.arrayBuffer()
      return response.ok ? null : String(response.status)
    })
  },
}

export type LoadCommands = typeof commands

/** @param ask returns why it failed, or null */
async function answersOf(count: number, perSecond: number, ask: (n: number) => Promise<string | null>) {
  const [ms, ends]: [number[], (string | null)[]] = [[], []]
  const startMs = performance.now()
  const asked = Array.from({ length: count }, async (_, n) => {
    await at(startMs, (n * 1000) / perSecond)
    const askedMs = performance.now()
    const end = await ask(n).catch((error: Error) => error.message)
    if (end === null) ms.push(performance.now() - askedMs)
    ends.push(end)
  })
  await Promise.all(asked)
  return { ms, failures: countOf(ends) }
}

function countOf(ends: readonly (string | null)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const end of ends) if (end !== null) counts[end] = (counts[end] ?? 0) + 1
  return counts
}

/** @returns null when a wanted event came, else why not */
function first(
  port: number,
  path: string,
  address: string,
  isWanted: (event: SeenEvent) => boolean,
  onCame: (socket: Socket) => void,
): Promise<string | null> {
  return new Promise((resolve) => {
    const late = setTimeout(() => resolve('no answer'), ANSWER_MS)
    const socket = readLive(port, path, {
      address,
      onEvent(event) {
        if (!isWanted(event)) return
        clearTimeout(late)
        resolve(null)
        onCame(socket)
      },
      onEnd(reason) {
        clearTimeout(late)
        resolve(reason)
      },
    })
  })
}

function open(port: number, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error(`No snapshot of ${path}`)), SNAPSHOT_MS)
    const onEvent = ({ name, id, bytes }: SeenEvent) => {
      const key = `${path} ${id}`
      if (name === 'delta') {
        const delta = seen.get(key) ?? { path, id, bytes, atMs: [] }
        delta.atMs.push(monotonicMs())
        seen.set(key, delta)
      }
      if (name !== 'snapshot') return
      clearTimeout(late)
      resolve()
    }
    const onEnd = (reason: string) => reject(new Error(`${path} ended: ${reason}`))
    sockets.push(readLive(port, path, { onEvent, onEnd }))
  })
}

process.on('message', async ({ name, options }: { name: keyof LoadCommands; options: never }) => {
  try {
    process.send?.({ result: await commands[name](options) })
  } catch (error) {
    process.send?.({ error: (error as Error).message })
  }
})
