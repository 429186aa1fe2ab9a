import { randomBytes } from 'node:crypto'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { type RawRequest, rawRequestOf } from '@/e2e/support/raw-request'

const bomb = gzipSync(Buffer.alloc(50_000_000))
const brotliBomb = brotliCompressSync(Buffer.alloc(20_000_000))
const arrays = `${'['.repeat(30_000)}${']'.repeat(30_000)}`
const chunk = Buffer.concat([
  Buffer.from('4e20\r\n'),
  Buffer.alloc(20_000, 'a'),
  Buffer.from('\r\n'),
])

/** A booking as a service would deliver it. */
export function bookingBody(id: string, status = 'pending'): string {
  const mtime = `${new Date().toISOString().replace('T', ' ').slice(0, -1)} GMT`
  return JSON.stringify({
    event: 'booking_status_changed',
    data: {
      id,
      mtime,
      status,
      customer_name: 'Ada Lovelace',
      vehicle_id: 'v-1',
      from_label: '1 High Street',
    },
  })
}

type Kind = (path: string, n: number) => RawRequest
const plain =
  (body: (n: number) => Buffer | string, headers: readonly string[] = []): Kind =>
  (path, n) => ({
    parts: [rawRequestOf(path, body(n), { headers: ['Connection: close', ...headers] })],
  })
const method =
  (name: string): Kind =>
  (path) => ({ parts: [rawRequestOf(path, '', { method: name, headers: ['Connection: close'] })] })

/**
 * Ways to misuse an address that receives webhooks, each with the deliveries that
 * are well-formed beside it.
 */
export const hostileKinds: Readonly<Record<string, Kind>> = {
  booking: plain((n) => bookingBody(`b-${n % 500}`, `status-${n % 7}`)),
  'gzip bomb': plain(() => bomb, ['Content-Encoding: gzip']),
  'brotli bomb': plain(() => brotliBomb, ['Content-Encoding: br']),
  'not what its encoding says': plain(() => '{"a":1}', ['Content-Encoding: deflate']),
  '10 MB': (path) => ({ parts: [rawRequestOf(path, Buffer.alloc(100_000), { length: 10_000_000 })] }),
  'wrong types': plain(
    (n) => `{"booking":{"id":${['[]', '{}', 'null', 'true', '1e999', '-0'][n % 6]},"status":{"a":[]},"mtime":${n},"totals":[1],"customer_name":7}}`,
  ),
  'deep nesting': plain((n) => (n % 2 ? arrays : `{"booking":{"id":"deep","when":"now","status":"a","extra":${arrays}}}`)),
  prototypes: plain(
    () => '{"__proto__":{"id":"b"},"constructor":{"prototype":{"id":"c"}},"booking":{"__proto__":{"status":"x"},"id":"p","when":"now","status":"toString"}}',
  ),
  'invalid UTF-8': plain(() => Buffer.concat([Buffer.from('{"booking_id":"'), Buffer.from([0xc3, 0x28, 0xff, 0xfe, 0]), Buffer.from('"}')])),
  'random bytes': plain(() => randomBytes(65_536), ['Content-Type: \x01\x02']),
  'a form of many fields': plain((n) => `booking_id=b-${n}${'&a[]=%00'.repeat(8_000)}`, ['Content-Type: application/x-www-form-urlencoded']),
  'a hundred bookings': plain((n) => JSON.stringify({ bookings: Array.from({ length: 100 }, (_, at) => ({ id: `many-${at}`, status: `s-${n}`, when: 'now', to_label: 'x'.repeat(300) })) })),
  'line breaks in a header': (path) => ({ parts: [rawRequestOf(path, '{}', { headers: ['X-Event: a\rb', 'X-Other: a\nSet-Cookie: a=b'] })] }),
  'line breaks in the body': plain(() => '{"event":"a\\r\\nSet-Cookie: x=y","booking_id":"b\\r\\n"}\r\n\r\nGET / HTTP/1.1\r\n'),
  'chunked beyond the limit': (path) => ({ parts: [rawRequestOf(path, '', { length: null, headers: ['Transfer-Encoding: chunked'] }), chunk, chunk, chunk, chunk] }),
  'cut in its chunks': (path) => ({ parts: [rawRequestOf(path, '', { length: null, headers: ['Transfer-Encoding: chunked'] }), chunk], isCut: true }),
  'longer than its length': (path) => ({ parts: [rawRequestOf(path, '{"booking_id":"b-1"}', { length: 2 })], answers: 2 }),
  'shorter than its length': (path) => ({ parts: [rawRequestOf(path, '{"a":1}', { length: 1_000 })], isCut: true }),
  'two lengths': (path) => ({ parts: [rawRequestOf(path, '{}', { headers: ['Content-Length: 3', 'Transfer-Encoding: chunked'] })] }),
  'expects 100': plain(() => '{"event":"ping"}', ['Expect: 100-continue']),
  'expects more': plain(() => '{}', ['Expect: the impossible']),
  'HTTP/1.0': (path) => ({ parts: [rawRequestOf(path, '{"event":"old"}', { version: '1.0' })] }),
  pipelined: (path, n) => ({ parts: [Buffer.concat([0, 1, 2].map((at) => rawRequestOf(path, bookingBody(`pipe-${n}-${at}`))))], answers: 3 }),
  HEAD: method('HEAD'),
  PUT: method('PUT'),
  OPTIONS: method('OPTIONS'),
  'another token': (path, n) => plain(() => '{}')(path.replace(/.{8}$/, String(n).padStart(8, '0')), n),
} // biome-ignore format: a list to read across

/** A byte a second, never to its end. */
export const slowDelivery = (path: string, seconds: number): RawRequest => ({
  parts: [
    rawRequestOf(path, '{', { length: 1_000 }),
    ...Array.from({ length: seconds }, () => Buffer.from(' ')),
  ],
  pauseMs: 1000,
  isCut: true,
})
