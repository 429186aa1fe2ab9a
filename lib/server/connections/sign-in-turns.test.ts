import { expect, onTestFinished, test } from 'vitest'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { listen, sendRaw } from '@/lib/testing/servers'
import { createSignInTurns } from './sign-in-turns'

/** A server whose sign-ins are answered by `release`; others at once. */
async function openServer(status = 401, pauseMs = 50) {
  const turns = createSignInTurns(pauseMs)
  const answer = { status }
  const held: { from: string; release: () => void }[] = []
  /** Networks of all sign-ins that have come in. */
  const arrived: string[] = []
  const server = await listen((request, response) => {
    const from = String(request.headers['x-from'])
    request.headers[CLIENT_IP_HEADER] = from
    if (request.url?.includes('sign-in')) arrived.push(from)
    void turns(request, response, async () => {
      if (request.url?.includes('sign-in'))
        await new Promise<void>((release) => held.push({ from, release }))
      if (!response.destroyed)
        response.writeHead(request.url === '/api/me' ? 200 : answer.status).end()
    })
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const { url } = server
  const get = async (path: string, from: string, signal: AbortSignal | null = null) =>
    (await fetch(url + path, { headers: { 'x-from': from }, signal })).status
  const signIn = (from: string, signal?: AbortSignal) => get('/api/auth/sign-in', from, signal)
  /** Of 64 networks; 12 are handled. */
  const fill = async () => {
    const strangers = Array.from({ length: 64 }, (_, host) => signIn(`198.51.100.${host}`))
    await expect.poll(() => held.length).toBe(12)
    return strangers
  }
  /** Answers a sign-in each millisecond. @returns statuses of these */
  const releaseAll = async (answers: Promise<number>[]) => {
    const release = setInterval(() => held.shift()?.release(), 1)
    return Promise.all(answers).finally(() => clearInterval(release))
  }
  return { url, held, arrived, answer, get, signIn, fill, releaseAll }
}

test('12 sign-ins at a time are handled, another network is next, and other requests do not wait', async () => {
  const { held, arrived, get, signIn, releaseAll } = await openServer()
  const strangers = Array.from({ length: 64 }, () => signIn('192.0.2.1'))
  await expect.poll(() => arrived.length).toBe(64)
  expect(held).toHaveLength(12)
  expect(await get('/api/me', '192.0.2.1')).toBe(200)
  const known = signIn('192.0.2.2')
  await expect.poll(() => arrived.at(-1)).toBe('192.0.2.2')
  // At most three of the first twelve end: the other network comes before 49 that came earlier.
  let released = 0
  await expect
    .poll(() => {
      if (held.length === 12 && ++released < 4) held.shift()?.release()
      return held.some(({ from }) => from === '192.0.2.2')
    })
    .toBe(true)
  expect(new Set(await releaseAll([known, ...strangers]))).toEqual(new Set([401]))
})

test.each([
  ...[
    '/api/auth/./sign-in',
    '/api/x/../auth/sign-in',
    '/api/auth/%2e/sign-in',
    '/api/auth/sign-in#x',
  ],
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
  const { held, signIn, fill, releaseAll } = await openServer(200)
  await releaseAll([signIn('192.0.2.2')])
  const strangers = await fill()
  const known = signIn('192.0.2.2')
  await expect.poll(() => held.length).toBe(13)
  expect(held.at(-1)?.from).toBe('192.0.2.2')
  await releaseAll([known, ...strangers])
})

test('a network whose client left before the answer has not signed in', async () => {
  const { held, get, signIn, fill, releaseAll } = await openServer()
  const gone = new AbortController()
  const left = signIn('192.0.2.2', gone.signal)
  await expect.poll(() => held.length).toBe(1)
  gone.abort()
  await expect(left).rejects.toThrow()
  // Each is a turn of the event loop in which the server sees the end of the connection.
  for (let n = 0; n < 5; n++) await get('/api/me', '192.0.2.2')
  held.shift()?.release()
  const strangers = await fill()
  const again = signIn('192.0.2.2')
  for (let n = 0; n < 5; n++) await get('/api/me', '192.0.2.2')
  expect(held).toHaveLength(12)
  await releaseAll([again, ...strangers])
})

test('while twelve refused strangers pause, a stranger of another network waits and a known network does not', async () => {
  const { held, answer, get, signIn } = await openServer(200, 60_000)
  const enter = async (from: string) => {
    const entered = signIn(from)
    await expect.poll(() => held.some((one) => one.from === from)).toBe(true)
    held.pop()?.release()
    return entered
  }
  expect(await enter('192.0.2.2')).toBe(200)
  answer.status = 429
  for (let host = 0; host < 12; host++) expect(await enter(`198.51.100.${host}`)).toBe(429)
  void signIn('198.51.100.12').catch(() => null)
  expect(await get('/api/me', '198.51.100.12')).toBe(200)
  answer.status = 200
  expect([await enter('192.0.2.2'), held]).toEqual([200, []])
})

test('a refused network waits before its next turn, and no other does', async () => {
  const { held, signIn } = await openServer(429)
  const waitedMs = async () => {
    const startMs = performance.now()
    const answer = signIn('192.0.2.1')
    await expect.poll(() => held.length, { interval: 1 }).toBe(1)
    const waited = performance.now() - startMs
    held.shift()?.release()
    expect(await answer).toBe(429)
    return waited
  }
  await waitedMs()
  expect(await waitedMs()).toBeGreaterThanOrEqual(45)
})
