import { request as send } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { listen, sendRaw, type TestServer } from '@/lib/testing/servers'
import type { ReceivedDelivery } from '@/lib/webhooks/receiver'
import { answerWebhook } from './answer-webhook'

const SECRET = 'a'.repeat(43)
const USUAL = { waitSeconds: 0, isDiskFull: false, isDatabaseDown: false, haveTokensBeenRead: true }
type Taken = Pick<ReceivedDelivery, 'tokenId' | 'contentType' | 'headers'> & { body: Buffer }

let server: TestServer
let taken: Taken[]
let settled: number
let state = USUAL

beforeEach(async () => {
  taken = []
  settled = 0
  state = USUAL
  const find = (secret: string) => (secret === SECRET ? 't-1' : null)
  const webhooks = {
    tokens: { find: (secret: string) => (state.haveTokensBeenRead ? find(secret) : undefined) },
    waitSeconds: () => state.waitSeconds,
    async receive(delivery: Taken) {
      if (state.isDiskFull) throw new Error('ENOSPC')
      taken.push(delivery)
    },
  }
  server = await listen(async (request, response) => {
    const isAnswered = await answerWebhook(request, response, async () => {
      if (state.isDatabaseDown) throw new Error('the database is down')
      return webhooks
    })
    settled++
    if (!isAnswered) response.writeHead(405, { connection: 'close' }).end('as any page')
  })
})
afterEach(() => server[Symbol.asyncDispose]())

const post = (path: string, body: Buffer | string = '{}', headers = {}, method = 'POST') =>
  sendRaw(server.url, { path, body, headers, method })

test('a delivery is taken with a slash behind its address', async () => {
  expect((await post(`/hooks/${SECRET}/`)).status).toBe(200)
  expect((await post(`/hooks/${SECRET}/?v=1`)).status).toBe(200)
  expect(taken).toHaveLength(2)
})

test('a delivery is taken as it came, with the headers that say something about it', async () => {
  const body = Buffer.from([0, 255, 13, 10])
  const { status } = await post(`/hooks/${SECRET}?v=1`, body, {
    'content-type': 'text/weird',
    'x-event': 'ping',
    'x-hub-signature-256': 's',
    'user-agent': 'a/1',
    'x-forwarded-for': '1.2.3.4',
    authorization: 'Bearer secret',
    cookie: 'a=b',
    'x-original-uri': `/hooks/${SECRET}?v=1`,
    'x-envoy-original-path': `/hooks/${SECRET}`,
    'x-api-key': 'secret',
    'x-auth-token': 'secret',
    'x-secret': 'secret',
    'idempotency-key': 'k-1',
  })
  expect(status).toBe(200)
  expect(taken).toEqual([
    {
      tokenId: 't-1',
      contentType: 'text/weird',
      body,
      headers: [
        ['x-event', 'ping'],
        ['x-hub-signature-256', 's'],
        ['user-agent', 'a/1'],
        ['idempotency-key', 'k-1'],
      ],
    },
  ])
})

test.each([
  ['another token', `/hooks/${'b'.repeat(43)}`, 'POST'],
  ['a short token', '/hooks/abc', 'POST'],
  ['a longer path', `/hooks/${SECRET}/x`, 'POST'],
  ['two slashes behind it', `/hooks/${SECRET}//`, 'POST'],
  ['no token', '/hooks/', 'POST'],
  ['another method', `/hooks/${SECRET}`, 'PUT'],
  ['an address that is read', `/hooks/${SECRET}`, 'GET'],
])('%s is answered as any page', async (_what, path, method) => {
  const answer = await post(path, '', {}, method)
  const unknown = await post('/nothing', '', {}, method)
  const { date: _one, ...headers } = answer.headers
  const { date: _other, ...unknownHeaders } = unknown.headers
  expect([answer.status, answer.body, headers]).toEqual([
    unknown.status,
    unknown.body,
    unknownHeaders,
  ])
  expect(taken).toEqual([])
})

const gzip = { 'content-encoding': 'gzip' }

test.each([
  ['compressed', gzipSync('{"a":1}'), gzip, '{"a":1}'],
  [
    'compressed by another spelling',
    gzipSync('{"a":1}'),
    { 'content-encoding': 'GZIP ' },
    '{"a":1}',
  ],
  ['not encoded as it says', '{"a":1}', gzip, '{"a":1}'],
  ['in an unknown encoding', 'abc', { 'content-encoding': 'constructor' }, 'abc'],
  ['of 65,536 bytes', Buffer.alloc(65_536, 'x'), {}, 'x'.repeat(65_536)],
])('a body %s is taken', async (_what, body, headers, text) => {
  expect((await post(`/hooks/${SECRET}`, body, headers)).status).toBe(200)
  expect(taken.map((one) => one.body.toString())).toEqual([text])
})

test.each<[string, Partial<typeof USUAL>, number, string?, Buffer?, object?]>([
  ['65,537 bytes', {}, 413, undefined, Buffer.alloc(65_537)],
  ['a bomb', {}, 413, undefined, gzipSync(Buffer.alloc(50_000_000)), gzip],
  ['too many at once', { waitSeconds: 2 }, 429, '2'],
  ['a disk that takes nothing', { isDiskFull: true }, 503, '30'],
  ['no database', { isDatabaseDown: true }, 503, '30'],
  ['tokens that were never read', { haveTokensBeenRead: false }, 503, '30'],
])(
  '%s: refused with the time to wait, and nothing is taken',
  async (_, more, status, wait, body, sent) => {
    state = { ...USUAL, ...more }
    const answer = await post(`/hooks/${SECRET}`, body, sent)
    expect([answer.status, answer.headers['retry-after'], taken]).toEqual([status, wait, []])
  },
)

test('a body of unknown length that becomes too long: 413, before it ends', async () => {
  const status = await new Promise((resolve, reject) => {
    const headers = { 'transfer-encoding': 'chunked' }
    const asked = send(`${server.url}/hooks/${SECRET}`, { method: 'POST', headers }, (response) =>
      resolve(response.statusCode),
    )
    asked.on('error', reject)
    asked.write(Buffer.alloc(40_000))
    asked.write(Buffer.alloc(40_000))
  })
  expect([status, taken]).toEqual([413, []])
})

test('a sender that leaves before the end of its body is no failure, and nothing is taken', async () => {
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
  socket.write(`POST /hooks/${SECRET} HTTP/1.1\r\nhost: k\r\ncontent-length: 10\r\n\r\n{"a"`)
  await expect.poll(() => server.seen.length).toBe(1)
  socket.destroy()
  await expect.poll(() => settled).toBe(1)
  expect(taken).toEqual([])
})
