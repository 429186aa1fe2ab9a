import type { RequestOptions } from 'node:http'
import fc from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { openAccess } from '@/lib/auth/access'
import { rejectMalformed } from '@/lib/server/reject-malformed'
import { apiOver } from '@/lib/testing/api'
import { listen, sendRaw } from '@/lib/testing/servers'
import { answerTile } from './answer-tile'

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
      if (cookie && asked.headers.get('cookie') !== cookie)
        throw new ProblemError('session-required')
      return openAccess.authorize(asked, ...rest)
    },
  }
  const mapTile = apiOver({ mapArchive: async () => archive, access: async () => access })
  const server = await listen(async (asked, answer) => {
    const refusal = rejectMalformed(asked.method ?? '', asked.url ?? '')
    if (refusal) answer.writeHead(refusal).end()
    else if (!(await answerTile(asked, answer, mapTile))) answer.writeHead(299).end()
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  return (path: string, options: RequestOptions = {}) => sendRaw(server.url, { path, ...options })
}

test('a tile is answered with its stored bytes, its length and an id, HEAD without the bytes', async () => {
  const ask = await open()
  const { status, headers, body } = await ask('/map/v1/3/0/0?any=1')
  expect([status, body]).toEqual([200, STORED_TILE])
  expect(headers).toMatchObject({
    'content-type': 'application/vnd.mapbox-vector-tile',
    'content-encoding': 'gzip',
    'content-length': '4',
    'cache-control': 'private, max-age=31536000, immutable',
    'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
  })
  const head = await ask('/map/v1/3/0/0', { method: 'HEAD' })
  expect([head.status, head.headers['content-length'], head.body.length]).toEqual([200, '4', 0])
  expect((await ask('/map/v1/3/1/0')).status).toBe(204)
  expect((await ask('/map/%761/%33/0/0')).status).toBe(200)
})

test('a tile needs a session; refusals are problems with an id', async () => {
  const ask = await open('session=1')
  const { status, headers, body } = await ask('/map/v1/3/0/0')
  expect([status, headers['content-type']]).toEqual([401, 'application/problem+json'])
  expect(JSON.parse(String(body)).requestId).toBe(headers['x-request-id'])
  expect((await ask('/map/v1/3/0/0', { headers: { cookie: 'session=1' } })).status).toBe(200)
})

test('every other address is left to Next', async () => {
  const ask = await open()
  const tiles = ['/map/v1/3/0', '/map/v1/3/0/0/', '/map/v1/3/0/0/0']
  for (const path of ['/', '/map', ...tiles, '/map/a/b/../../lookup'])
    expect([path, (await ask(path)).status]).toEqual([path, 299])
  expect((await ask('/map/v1/3/0/0', { method: 'POST' })).status).toBe(405)
})

test('1,000 hostile addresses are answered without a fault of ours', async () => {
  const ask = await open()
  const part = fc.oneof(
    fc.integer({ min: -2, max: 24 }).map(String),
    fc.string().map(encodeURIComponent),
    fc.constantFrom(
      '..',
      '.',
      '%2e%2e',
      '%2f',
      '%00',
      '%ff',
      '%',
      '1e1',
      '٣',
      "'--",
      'v1',
      '9'.repeat(300),
    ),
  )
  const seen = new Set<number | undefined>()
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 6 }), async (parts) => {
      seen.add((await ask(printable(`/map/${parts.join('/')}`))).status)
    }),
    { numRuns: 1_000 },
  )
  expect([...seen].filter((status) => ![200, 204, 299, 400, 404].includes(status ?? 0))).toEqual([])
})

/** Node sends no other characters in an address. */
function printable(path: string): string {
  return path.replaceAll(/[^\x21-\x7e]/g, '%e2')
}
