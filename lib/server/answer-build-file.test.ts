import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import type { IncomingHttpHeaders } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { listen, sendRaw } from '@/lib/testing/servers'
import { createBuildFileAnswer } from './answer-build-file'

const SCRIPT = `console.log('é')\n${'//'.repeat(500)}`
const PATH = '/_next/static/chunks/a-1.js'
const folder = await mkdtemp(join(tmpdir(), 'kerbside-static-'))
const root = join(folder, 'static')
await mkdir(join(root, 'chunks'), { recursive: true })
await writeFile(join(folder, 'secret.js'), 'secret')
await writeFile(join(root, 'chunks', 'a-1.js'), SCRIPT)
await writeFile(join(root, 'chunks', 'b-2.css'), 'p{}')
await writeFile(join(root, 'chunks', 'late.js'), 'late')
await writeFile(join(root, 'font.woff2'), 'font')
const answer = createBuildFileAnswer(root)
const server = await listen(async (asked, response) => {
  if (!(await answer(asked, response))) response.writeHead(418).end()
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const ask = (path: string, headers: IncomingHttpHeaders = {}, method = 'GET') =>
  sendRaw(server.url, { path, headers, method })

test('a script is answered plain or compressed, for a year, and not again to who has it', async () => {
  const plain = await ask(PATH)
  expect([plain.status, plain.body.toString()]).toEqual([200, SCRIPT])
  expect(plain.headers).not.toHaveProperty('content-encoding')
  expect(plain.headers).toMatchObject({
    'content-type': 'application/javascript; charset=UTF-8',
    'content-length': String(Buffer.byteLength(SCRIPT)),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'accept-encoding',
  })
  for (const accepted of ['gzip', 'br, gzip;q=0.5', 'deflate,GZIP']) {
    const { headers, body } = await ask(PATH, { 'accept-encoding': accepted })
    expect([headers['content-encoding'], gunzipSync(body).toString()]).toEqual(['gzip', SCRIPT])
    expect(headers['content-length']).toBe(String(body.length))
  }
  for (const accepted of ['br', 'gzip;q=0, br', 'gzip; q=0.00', 'x-gzipped'])
    expect((await ask(PATH, { 'accept-encoding': accepted })).body.toString()).toBe(SCRIPT)
  const { etag = '' } = plain.headers
  for (const held of [etag, `"other", ${etag}`]) {
    const { status, body } = await ask(PATH, { 'if-none-match': held })
    expect([status, body.length]).toEqual([304, 0])
  }
  expect((await ask(PATH, { 'if-none-match': '"other"' })).status).toBe(200)
})

test('HEAD has the length and no body, and a query makes no difference', async () => {
  const { status, headers, body } = await ask('/_next/static/chunks/b-2.css?dpl=1', {}, 'HEAD')
  expect([status, body.length]).toEqual([200, 0])
  expect(headers).toMatchObject({
    'content-length': '3',
    'content-type': 'text/css; charset=UTF-8',
  })
})

test('everything else is left to Next', async () => {
  const above = ['../secret.js', '%2e%2e/secret.js', 'chunks/../../secret.js']
  for (const path of ['chunks/none.js', ...above, 'chunks', '', 'font.woff2'])
    expect([path, (await ask(`/_next/static/${path}`)).status]).toEqual([path, 418])
  expect((await ask('/chunks/a-1.js')).status).toBe(418)
  expect((await ask(PATH, {}, 'POST')).status).toBe(418)
})

test('files are answered as they were at the start, although another build removed them', async () => {
  await rm(join(folder, 'static'), { recursive: true })
  const late = await ask('/_next/static/chunks/late.js')
  expect([(await ask(PATH)).body.toString(), late.body.toString()]).toEqual([SCRIPT, 'late'])
  expect((await ask(PATH)).headers.etag).not.toBe(late.headers.etag)
})
