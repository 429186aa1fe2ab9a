import { afterEach, expect, test } from 'vitest'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { listen, sendRaw, type TestServer } from '@/lib/testing/servers'
import { createSignInTurns } from './sign-in-turns'

const servers: TestServer[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]()
})

/** A server whose sign-ins are answered by `release`; others at once. */
async function openServer(status = 401, pauseMs = 50) {
  const turns = createSignInTurns(pauseMs)
  let answered = status
  const held: { from: string; release: () => void }[] = []
  /** Networks of all sign-ins that have come in. */
  const arrived: string[] = []
  const server = await listen((request, response) => {
    const from = String(request.headers['x-from'])
    request.headers[CLIENT_IP_HEADER] = from
    if (request.url?.includes('sign-in')) arrived.push(from)
    void turns(request, response, async () => {
      if (request.url?.includes('sign-in')) await new Promise<void>((release) => held.push({ from, release }))
      if (!response.destroyed) response.writeHead(request.url === '/api/me' ? 200 : answered).end()
    })
  })
  servers.push(server)
  const { url } = server
  const get = async (path: string, from: string, signal: AbortSignal | null = null) =>
    (await fetch(url + path, { headers: { 'x-from': from }, signal })).status
  const answerWith = (next: number) => {
    answered = next
  }
  return { url, held, arrived, get, answerWith }
}

test('12 sign-ins at a time are handled, another network is next, and other requests do not wait', async () => {
  const { held, arrived, get } = await openServer()
  const strangers = Array.from({ length: 64 }, () => get('/api/auth/sign-in', '192.0.2.1'))
  await expect.poll(() => arrived.length).toBe(64)
  expect(held).toHaveLength(12)
  expect(await get('/api/me', '192.0.2.1')).toBe(200)
  const known = get('/api/auth/sign-in', '192.0.2.2')
  await expect.poll(() => arrived.at(-1)).toBe('192.0.2.2')
  // At most three of the first twelve end: the other network comes before 49 that came earlier.
  let released = 0
  await expect
    .poll(() => {
      if (held.length === 12 && ++released < 4) held.shift()?.release()
      return held.some(({ from }) => from === '192.0.2.2')
    })
    .toBe(true)
  const release = setInterval(() => held.shift()?.release(), 1)
  expect(new Set(await Promise.all([known, ...strangers]))).toEqual(new Set([401]))
  clearInterval(release)
})

test.each([
  ...['/api/auth/./sign-in', '/api/x/../auth/sign-in', '/api/auth/%2e/sign-in', '/api/auth/sign-in#x'],
  ...['/api/auth/sign-in?x', '/api/auth/sign-in/code'],
])('%s takes its turn too', async (path) => {
  const { url, held } = await openServer()
  for (let n = 0; n < 16; n++) void sendRaw(url, { path }).catch(() => undefined)
  // Each network has its turn: 12 of 16 are handled.
  await expect.poll(() => held.length).toBe(12)
  expect(await fetch(`${url}/api/me`).then(({ status }) => status)).toBe(200)
  expect(held).toHaveLength(12)
})

test('a network from which somebody has signed in does not wait for strangers', async () => {
  const { held, get } = await openServer(200)
  const first = get('/api/auth/sign-in', '192.0.2.2')
  await expect.poll(() => held.length).toBe(1)
  held.shift()?.release()
  await first
  const strangers = Array.from({ length: 64 }, (_, host) => get('/api/auth/sign-in', `198.51.100.${host}`))
  await expect.poll(() => held.length).toBe(12)
  const known = get('/api/auth/sign-in', '192.0.2.2')
  await expect.poll(() => held.length).toBe(13)
  expect(held.at(-1)?.from).toBe('192.0.2.2')
  const release = setInterval(() => held.shift()?.release(), 1)
  await Promise.all([known, ...strangers])
  clearInterval(release)
})

test('a network whose client left before the answer has not signed in', async () => {
  const { held, get } = await openServer()
  const gone = new AbortController()
  const left = get('/api/auth/sign-in', '192.0.2.2', gone.signal)
  await expect.poll(() => held.length).toBe(1)
  gone.abort()
  await expect(left).rejects.toThrow()
  // Each is a turn of the event loop in which the server sees the end of the connection.
  for (let n = 0; n < 5; n++) await get('/api/me', '192.0.2.2')
  held.shift()?.release()
  const strangers = Array.from({ length: 64 }, (_, host) => get('/api/auth/sign-in', `198.51.100.${host}`))
  await expect.poll(() => held.length).toBe(12)
  const again = get('/api/auth/sign-in', '192.0.2.2')
  for (let n = 0; n < 5; n++) await get('/api/me', '192.0.2.2')
  expect(held).toHaveLength(12)
  const release = setInterval(() => held.shift()?.release(), 1)
  await Promise.all([again, ...strangers])
  clearInterval(release)
})

test('while twelve refused strangers pause, a stranger of another network waits and a known network does not', async () => {
  const { held, get, answerWith } = await openServer(200, 60_000)
  const enter = async (from: string) => {
    const answer = get('/api/auth/sign-in', from)
    await expect.poll(() => held.some((one) => one.from === from)).toBe(true)
    held.pop()?.release()
    return answer
  }
  expect(await enter('192.0.2.2')).toBe(200)
  answerWith(429)
  for (let host = 0; host < 12; host++) expect(await enter(`198.51.100.${host}`)).toBe(429)
  void get('/api/auth/sign-in', '198.51.100.12').catch(() => null)
  expect(await get('/api/me', '198.51.100.12')).toBe(200)
  answerWith(200)
  expect([await enter('192.0.2.2'), held]).toEqual([200, []])
})

test('a refused network waits before its next turn, and no other does', async () => {
  const { held, get } = await openServer(429)
  const timed = async (from: string) => {
    const startMs = performance.now()
    const answer = get('/api/auth/sign-in', from)
    await expect.poll(() => held.length, { interval: 1 }).toBe(1)
    const waitedMs = performance.now() - startMs
    held.shift()?.release()
    return [await answer, waitedMs >= 45]
  }
  expect([await timed('192.0.2.1'), (await timed('192.0.2.1'))[1]]).toEqual([
    [429, expect.any(Boolean)],
    true,
  ])
})
