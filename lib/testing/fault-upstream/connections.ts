import { gzipSync } from 'node:zlib'
import { head, type Play, type Reply, write, writeReal } from './reply'

/** Rows 4 to 11: answers that are late, partial, too large or no text. */
export const connectionFaults = {
  'slow-headers': { row: 4, play: () => undefined },
  'late-answer': {
    row: 4,
    // Late, but within the limits of a record and of a live area.
    play: async (exchange) => {
      await new Promise((resolve) => setTimeout(resolve, 6_000))
      await writeReal(exchange)
    },
  },
  'slow-body': {
    row: 5,
    play: ({ socket }) => {
      socket.write(head(200, { 'content-type': 'application/json', 'content-length': '1000' }))
      socket.write('{"vehicles": [')
    },
  },
  'dripping-body': {
    row: 5,
    // Never idle for long: only the total timeout ends it.
    play: ({ socket }) => {
      socket.write(head(200, { 'content-type': 'application/json', 'content-length': '100000' }))
      const timer = setInterval(() => socket.write(' '), 500)
      socket.once('close', () => clearInterval(timer))
    },
  },
  'reset-connection': { row: 6, play: ({ socket }) => socket.resetAndDestroy() },
  'reset-kept-alive': {
    row: 6,
    play: (exchange) => (requestsOf(exchange) > 1 ? exchange.socket.resetAndDestroy() : writeReal(exchange)),
  },
  'cut-body': { row: 7, play: (exchange) => cutting(exchange, 0.5) },
  'truncated-json': {
    row: 8,
    play: async (exchange) => {
      const text = await (await exchange.real()).text()
      write(exchange, 200, text.slice(0, text.length / 2))
    },
  },
  'nan-json': {
    row: 8,
    play: (exchange) => write(exchange, 200, '{"vehicles": [{"id": "v-1", "year": NaN}]}'),
  },
  'gzip-bomb': {
    row: 9,
    play: (exchange) => write(exchange, 200, bomb(), { 'content-encoding': 'gzip' }),
  },
  'huge-body': {
    row: 10,
    play: (exchange) => write(exchange, 200, `{"vehicles": [], "padding": "${'x'.repeat(10 * MEGABYTE)}"}`),
  },
  'wrong-encoding': {
    row: 11,
    play: (exchange) => write(exchange, 200, '{"vehicles": []}', { 'content-encoding': 'gzip' }),
  },
  'invalid-utf8': {
    row: 11,
    play: (exchange) => write(exchange, 200, Buffer.from('{"vehicles": [], "x": "\xff\xfe"}', 'latin1')),
  },
} satisfies Record<string, { row: number; play: Play }>

const MEGABYTE = 1024 * 1024

let packed: Buffer | null = null

// One megabyte that unpacks to a gigabyte; packed in 64 parts, since gzip members may follow each other.
function bomb(): Buffer {
  packed ??= Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(16 * MEGABYTE))))
  return packed
}

const counts = new WeakMap<object, number>()

function requestsOf({ socket }: Reply): number {
  const count = (counts.get(socket) ?? 0) + 1
  counts.set(socket, count)
  return count
}

async function cutting(exchange: Reply, share: number): Promise<void> {
  const body = Buffer.from(await (await exchange.real()).arrayBuffer())
  exchange.socket.write(
    head(200, { 'content-type': 'application/json', 'content-length': String(body.length) }),
  )
  exchange.socket.end(body.subarray(0, body.length * share))
}
