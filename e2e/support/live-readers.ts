import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'

/*
 * Readers of live streams, in a process of their own so that their cost is not counted as the
 * server's.
 */

/** Chunks of heartbeats and of times are smaller, those of changes larger. */
const CHANGES_BYTES = 300
// Dispatchers do not all connect at once.
const CONNECTS_AT_ONCE = 100

export interface ReadersOptions {
  /** Each is read by one reader. */
  readonly addresses: readonly string[]
  /** Of the reader, for a server that trusts this machine as a proxy. */
  readonly client: string
}

interface Received {
  readonly cameMs: readonly number[]
  readonly bytes: number
}

export interface Readers {
  /** Readers whose request was not answered 200. */
  readonly refused: number
  /** When changes came since the last call, to any reader, and the bytes of all. */
  take(): Promise<Received>
  leave(): void
}

/** Milliseconds of a clock that all processes of one machine share. */
export const monotonicMs = () => Number(process.hrtime.bigint()) / 1e6

/** Opens a reader of each address. Done when each has its answer. */
export async function openReaders(options: ReadersOptions): Promise<Readers> {
  const child = fork(import.meta.filename, {
    execArgv: ['--import', 'tsx'],
    serialization: 'advanced',
  })
  const ask = async (message: unknown) => {
    child.send(message as object)
    return (await once(child, 'message'))[0]
  }
  return { refused: await ask(options), take: () => ask('take'), leave: () => child.kill() }
}

let cameMs: number[] = []
let bytes = 0

/** @returns whether it is answered with a stream */
function read(address: string, client: string): Promise<boolean> {
  const headers = {
    accept: 'text/event-stream',
    'accept-encoding': 'gzip',
    'x-forwarded-for': client,
  }
  return new Promise((resolve, reject) => {
    const request = get(address, { headers, agent: false }, (response) => {
      response.on('data', ({ length }: Buffer) => {
        bytes += length
        if (length >= CHANGES_BYTES) cameMs.push(monotonicMs())
      })
      response.once('error', () => undefined)
      resolve(response.statusCode === 200)
    })
    request.once('error', reject)
  })
}

async function answer(message: ReadersOptions | 'take'): Promise<void> {
  if (message === 'take') {
    process.send?.({ cameMs, bytes })
    cameMs = []
    bytes = 0
    return
  }
  const { addresses, client } = message
  let refused = 0
  for (let from = 0; from < addresses.length; from += CONNECTS_AT_ONCE) {
    const some = addresses.slice(from, from + CONNECTS_AT_ONCE)
    const isOpen = await Promise.all(some.map((address) => read(address, client)))
    refused += isOpen.filter((one) => !one).length
  }
  process.send?.(refused)
}

if (process.argv[1] === import.meta.filename) process.on('message', answer)
