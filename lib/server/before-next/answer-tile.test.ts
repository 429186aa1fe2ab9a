import { createServer, type IncomingMessage, type RequestOptions, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { openAccess } from '@/lib/auth/sessions/access'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { rejectMalformed } from '@/lib/server/reject-malformed'
import { apiOver } from '@/lib/testing/api'
import { answerTile } from './answer-tile'

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const STORED_TILE = Buffer.from('1f8b0800', 'hex')

/**
 * Refusals, tiles of the version v1 (none where x is 1), and 299 in place of Next.
 * @param cookie the one that tiles are answered to; without it to everyone
 */
async function open(cookie?: string) {
  const archive = {
    version: 'v1',
    contentType: 'application/vnd.mapbox-vector-tile',
    contentEncoding: 'gzip' as const,
    tile: async ({ x }: { x: number }) => (x === 1 ? null : new Uint8Array(STORED_TILE).buffer),
  }
  const access: typeof openAccess = {
    ...openAccess,
    authorize: async (asked, ...rest) => {
      if (cookie && asked.headers.get('cookie') !== cookie) throw new AccessError('session-required')
      return openAccess.authorize(asked, ...rest)
    },
  }
  const mapTile = apiOver({ mapArchive: async () => archive, access: async () => access })
  const server = createServer(async (asked, answer) => {
    const refusal = rejectMalformed(asked.method ?? '', asked.url ?? '')
    if (refusal) answer.writeHead(refusal).end()
    else if (!(await answerTile(asked, answer, mapTile))) answer.writeHead(299).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = (path: string, options: RequestOptions = {}) =>
    new Promise<{ answer: IncomingMessage; body: Buffer }>((resolve, reject) => {
      request({ port, path, agent: false, ...options }, async (answer) => {
        resolve({ answer, body: Buffer.concat(await answer.toArray()) })
      })
        .once('error', reject)
        .end()
    })
  servers.push(server)
  return ask
}

test('a tile is answered with its stored bytes, its length and an id, HEAD without the bytes', async () => {
  const ask = await open()
  const { answer, body } = await ask('/map/v1/3/0/0?any=1')
  expect([answer.statusCode, body]).toEqual([200, STORED_TILE])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
    'content-length': '4',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  const head = await ask('/map/v1/3/0/0', { method: 'HEAD' })
  expect([head.answer.statusCode, head.answer.headers['content-length'], head.body.length]).toEqual([
    200,
    '4',
    0,
  ])
  expect((await ask('/map/v1/3/1/0')).answer.statusCode).toBe(204)
  expect((await ask('/map/%761/%33/0/0')).answer.statusCode).toBe(200)
})

test('a tile needs a session; refusals are problems with an id', async () => {
  const ask = await open('session=1')
  const { answer, body } = await ask('/map/v1/3/0/0')
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([401, 'application/problem+json'])
  expect(JSON.parse(String(body)).requestId).toBe(answer.headers['x-request-id'])
  expect((await ask('/map/v1/3/0/0', { headers: { cookie: 'session=1' } })).answer.statusCode).toBe(200)
})

test('every other address is left to Next', async () => {
  const ask = await open()
  for (const path of [
    '/',
    '/map',
    '/map/v1/3/0',
    '/map/v1/3/0/0/',
    '/map/v1/3/0/0/0',
    '/map/a/b/../../lookup',
  ])
    expect([path, (await ask(path)).answer.statusCode]).toEqual([path, 299])
  expect((await ask('/map/v1/3/0/0', { method: 'POST' })).answer.statusCode).toBe(405)
})

test('1,000 hostile addresses are answered without a fault of ours', async () => {
  const ask = await open()
  const part = fc.oneof(
    fc.integer({ min: -2, max: 24 }).map(String),
    fc.string().map(encodeURIComponent),
    fc.constantFrom('..', '.', '%2e%2e', '%2f', '%00', '%ff', '%', '1e1', '٣', "'--", 'v1', '9'.repeat(300)),
  )
  const seen = new Set<number | undefined>()
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
      const { answer } = await ask(printable(`/map/${parts.join('/')}`))
      seen.add(answer.statusCode)
    }),
    { numRuns: 1_000 },
  )
  expect([...seen].filter((status) => ![200, 204, 299, 400, 404].includes(status ?? 0))).toEqual([])
})

/** Node sends no other characters in an address. */
function printable(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]/g, '%e2')
}
