import { once } from 'node:events'
import { createServer, type Server, request as send } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sendRaw } from '@/lib/testing/servers'
import type { ReceivedDelivery } from '@/lib/webhooks/receiver'
import { answerWebhook } from './answer-webhook'

const SECRET = 'a'.repeat(43)
type Taken = Pick<ReceivedDelivery, 'tokenId' | 'contentType' | 'headers'> & { body: Buffer }

let server: Server
let taken: Taken[]
const failures: unknown[] = []
let wait = 0
let isDiskFull = false
let isDatabaseDown = false
let haveTokensBeenRead = true

beforeEach(async () => {
  taken = []
  wait = 0
  isDiskFull = false
  isDatabaseDown = false
  haveTokensBeenRead = true
  const find = (secret: string) => (secret === SECRET ? 't-1' : null)
  const webhooks = {
    tokens: { find: (secret: string) => (haveTokensBeenRead ? find(secret) : undefined) },
    waitSeconds: () => wait,
    async receive(delivery: Taken) {
      if (isDiskFull) throw Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' })
      taken.push(delivery)
    },
  }
  server = createServer((request, response) =>
    answerWebhook(request, response, async () => {
      if (isDatabaseDown) throw new Error('the database is down')
      return webhooks
    }).then(
      (isAnswered) => isAnswered || response.writeHead(405, { connection: 'close' }).end('as any page'),
      (error) => failures.push(error),
    ),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const urlOf = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`
const post = (path: string, body: Buffer | string = '{}', headers = {}, method = 'POST') =>
  sendRaw(urlOf(), { path, body, headers, method })

test('a delivery is taken as it came, with the headers that say something about it', async () => {
  const body = Buffer.from([0, 255, 13, 10])
  const { status } = await post(`/hooks/${SECRET}?v=1`, body, {
    ...{ 'content-type': 'text/weird', 'x-event': 'ping', 'x-hub-signature-256': 's', 'user-agent': 'a/1' },
    ...{ 'x-forwarded-for': '1.2.3.4', authorization: 'Bearer secret', cookie: 'a=b' },
    ...{ 'x-original-uri': `/hooks/${SECRET}?v=1`, 'x-envoy-original-path': `/hooks/${SECRET}` },
    ...{ 'x-api-key': 'secret', 'x-auth-token': 'secret', 'x-secret': 'secret' },
    ...{ 'idempotency-key': 'k-1' },
  })
  expect(status).toBe(200)
  expect(taken).toEqual([
    {
      ...{ tokenId: 't-1', contentType: 'text/weird', body },
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
  ['no token', '/hooks/', 'POST'],
  ['another method', `/hooks/${SECRET}`, 'PUT'],
  ['an address that is read', `/hooks/${SECRET}`, 'GET'],
])('%s is answered as any page', async (_what, path, method) => {
  const answer = await post(path, '', {}, method)
  const unknown = await post('/nothing', '', {}, method)
  const { date: _one, ...headers } = answer.headers
  const { date: _other, ...unknownHeaders } = unknown.headers
  expect([answer.status, answer.body, headers]).toEqual([unknown.status, unknown.body, unknownHeaders])
  expect(taken).toEqual([])
})

test.each(['gzip', 'GZIP '])('a body in %s is decompressed', async (encoding) => {
  await post(`/hooks/${SECRET}`, gzipSync('{"a":1}'), { 'content-encoding': encoding })
  expect(taken[0]?.body.toString()).toBe('{"a":1}')
})

test('a body that is not what its encoding says, or in an unknown one, is kept as it came', async () => {
  await post(`/hooks/${SECRET}`, '{"a":1}', { 'content-encoding': 'gzip' })
  await post(`/hooks/${SECRET}`, 'abc', { 'content-encoding': 'constructor' })
  expect(taken.map(({ body }) => body.toString())).toEqual(['{"a":1}', 'abc'])
})

test.each([
  ['65,537 bytes', Buffer.alloc(65_537), {}],
  ['a bomb', gzipSync(Buffer.alloc(50_000_000)), { 'content-encoding': 'gzip' }],
])('%s: 413, and nothing is taken', async (_what, body, headers) => {
  expect((await post(`/hooks/${SECRET}`, body, headers)).status).toBe(413)
  expect(taken).toEqual([])
})

test('65,536 bytes are taken', async () => {
  expect((await post(`/hooks/${SECRET}`, Buffer.alloc(65_536))).status).toBe(200)
  expect(taken[0]?.body.length).toBe(65_536)
})

test('too many at once: 429 with the time to wait', async () => {
  wait = 2
  const { status, headers } = await post(`/hooks/${SECRET}`)
  expect([status, headers['retry-after']]).toEqual([429, '2'])
})

test('a disk that takes nothing: 503, so that the sender repeats it', async () => {
  isDiskFull = true
  expect((await post(`/hooks/${SECRET}`)).status).toBe(503)
})

test('a body of unknown length that becomes too long: 413, before it ends', async () => {
  const { port } = server.address() as AddressInfo
  const status = await new Promise((resolve, reject) => {
    const headers = { 'transfer-encoding': 'chunked' }
    const asked = send({ port, path: `/hooks/${SECRET}`, method: 'POST', headers }, (response) =>
      resolve(response.statusCode),
    )
    asked.on('error', reject)
    asked.write(Buffer.alloc(40_000))
    asked.write(Buffer.alloc(40_000))
  })
  expect([status, taken]).toEqual([413, []])
})

test('a sender that leaves before the end of its body is no failure, and nothing is taken', async () => {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`POST /hooks/${SECRET} HTTP/1.1\r\nhost: k\r\ncontent-length: 10\r\n\r\n{"a"`)
  await once(server, 'request')
  socket.destroy()
  const count = () => new Promise((resolve) => server.getConnections((_, open) => resolve(open)))
  await expect.poll(count).toBe(0)
  expect([failures, taken]).toEqual([[], []])
})

test.each(['the database', 'the tokens'])('without %s: 503 with the time to wait', async (what) => {
  isDatabaseDown = what === 'the database'
  haveTokensBeenRead = false
  const { status, headers } = await post(`/hooks/${SECRET}`)
  expect([status, headers['retry-after'], taken]).toEqual([503, '30', []])
})
