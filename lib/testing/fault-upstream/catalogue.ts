import { gzipSync } from 'node:zlib'
import {
  type Fault,
  fault,
  head,
  isList,
  type Outcome,
  type Outcomes,
  type Reply,
  write,
  writeReal,
} from './reply'
import { shapeFaults } from './shapes'

const MEGABYTE = 1024 * 1024
const ERROR = '{"error": "the service’s own words"}'
const PAGE = '<html><body><h1>Bad gateway</h1><script>alert(1)</script></body></html>'
const JSON_TYPE = { 'content-type': 'application/json' }
const GZIP = { 'content-encoding': 'gzip' }

type Headers = Readonly<Record<string, string>>

/** The same answer to every request. */
const answer = (
  row: number,
  outcome: Outcome | Outcomes,
  status: number,
  headers: Headers = {},
  body = ERROR,
) => fault(row, outcome, (exchange) => write(exchange, status, body, headers))
const html = (row: number, outcome: Outcome, status: number) =>
  answer(row, outcome, status, { 'content-type': 'text/html' }, PAGE)
const waiting = (row: number, status: number, retryAfter: string) =>
  answer(row, 'rate-limited', status, { 'retry-after': retryAfter })

/** Every fault by name, with its row in the table of faults and its outcomes. */
export const faults = {
  'connection-refused': fault(1, 'upstream-unreachable', null),
  'slow-headers': fault(4, 'upstream-timeout', () => undefined),
  // Late, but within the limits of a record and of a live area.
  'late-answer': fault(4, 'answered', async (exchange) => {
    await new Promise((resolve) => setTimeout(resolve, 6_000))
    await writeReal(exchange)
  }),
  'slow-body': fault(5, 'upstream-timeout', ({ socket }) => {
    socket.write(head(200, { ...JSON_TYPE, 'content-length': '1000' }))
    socket.write('{"vehicles": [')
  }),
  // Never idle for long: only the total timeout ends it.
  'dripping-body': fault(5, 'upstream-timeout', ({ socket }) => {
    socket.write(head(200, { ...JSON_TYPE, 'content-length': '100000' }))
    const timer = setInterval(() => socket.write(' '), 500)
    socket.once('close', () => clearInterval(timer))
  }),
  'reset-connection': fault(6, 'upstream-unreachable', ({ socket }) => socket.resetAndDestroy()),
  'reset-kept-alive': fault(6, 'answered', (exchange) =>
    requestsOf(exchange) > 1 ? exchange.socket.resetAndDestroy() : writeReal(exchange),
  ),
  'cut-body': fault(7, 'bad-response', async ({ socket, real }) => {
    const body = Buffer.from(await (await real()).arrayBuffer())
    socket.write(head(200, { ...JSON_TYPE, 'content-length': String(body.length) }))
    socket.end(body.subarray(0, body.length / 2))
  }),
  'truncated-json': fault(8, 'bad-response', async (exchange) => {
    const text = await (await exchange.real()).text()
    write(exchange, 200, text.slice(0, text.length / 2))
  }),
  'nan-json': answer(8, 'bad-response', 200, {}, '{"vehicles": [{"id": "v-1", "year": NaN}]}'),
  'gzip-bomb': fault(9, 'too-large', (exchange) => write(exchange, 200, bomb(), GZIP)),
  'huge-body': fault(10, 'too-large', (exchange) =>
    write(exchange, 200, `{"vehicles": [], "padding": "${'x'.repeat(10 * MEGABYTE)}"}`),
  ),
  'wrong-encoding': answer(11, 'bad-response', 200, GZIP, '{"vehicles": []}'),
  'invalid-utf8': fault(11, 'bad-response', (exchange) =>
    write(exchange, 200, Buffer.from('{"vehicles": [], "x": "\xff\xfe"}', 'latin1')),
  ),
  '401': answer(12, 'upstream-auth', 401),
  '403': answer(13, 'upstream-forbidden', 403),
  '404': answer(14, { list: 'request-refused', record: 'not-found' }, 404),
  '400': answer(15, 'request-refused', 400),
  '404-list': fault(15, { list: 'request-refused', record: 'answered' }, (exchange) =>
    isList(exchange) ? write(exchange, 404, ERROR) : writeReal(exchange),
  ),
  '429-seconds': waiting(16, 429, '2'),
  '429-date': fault(17, 'rate-limited', (exchange) =>
    write(exchange, 429, ERROR, { 'retry-after': new Date(Date.now() + 3000).toUTCString() }),
  ),
  '429-past-date': waiting(17, 429, 'Sun, 06 Nov 1994 08:49:37 GMT'),
  '429-far': waiting(17, 429, '86400'),
  '429-bare': answer(18, 'rate-limited', 429),
  '429-unreadable': waiting(18, 429, 'soon'),
  '500': answer(19, 'upstream-error', 500),
  '500-once': fault(19, 'answered', (exchange) =>
    exchange.nth === 1 ? write(exchange, 500, ERROR) : writeReal(exchange),
  ),
  '502-html': html(20, 'upstream-error', 502),
  '503-seconds': waiting(21, 503, '2'),
  '503-bare': answer(21, 'rate-limited', 503),
  '200-html': html(22, 'bad-response', 200),
  'empty-body': answer(23, { list: 'bad-response', record: 'not-found' }, 200, {}, ''),
  '204': answer(23, { list: 'bad-response', record: 'not-found' }, 204, {}, ''),
  ...shapeFaults,
  redirect: answer(37, 'upstream-redirect', 302, { location: 'http://127.0.0.1:9/elsewhere' }),
  'key-rotated': fault(38, 'upstream-auth', null),
} satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

export function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faults, name)
}

let packed: Buffer | null = null

// One megabyte that unpacks to a gigabyte; packed in 64 parts, since gzip
// members may follow each other.
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
