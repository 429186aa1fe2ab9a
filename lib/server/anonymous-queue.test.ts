import { expect, onTestFinished, test } from 'vitest'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { listen, sendRaw } from '@/lib/testing/servers'
import { createAnonymousQueue } from './anonymous-queue'

const SIGN_IN = '/api/auth/sign-in/email'

/** A server whose requests are all anonymous, and answered by `release`. */
async function openServer({ status = 401, perSecond = 10_000 } = {}) {
  const inTurn = createAnonymousQueue(perSecond)
  const held: { from: string; release: () => void }[] = []
  /** Networks of all requests that have come in. */
  const arrived: string[] = []
  const server = await listen((request, response) => {
    const from = String(request.headers['x-from'])
    request.headers[CLIENT_IP_HEADER] = from
    arrived.push(from)
    void inTurn(request, response, async () => {
      await new Promise<void>((release) => held.push({ from, release }))
      if (!response.destroyed) response.writeHead(status).end()
    })
  })
  onTestFinished(() => server[Symbol.asyncDispose]())
  const { url } = server
  /** @returns the status; null where no answer came */
  const get = (path: string, from: string, signal: AbortSignal | null = null) =>
    fetch(url + path, { headers: { 'x-from': from }, signal }).then(
      ({ status }) => status,
      () => null,
    )
  /** Answers a request each millisecond. @returns statuses of these */
  const releaseAll = async (answers: Promise<number | null>[]) => {
    const release = setInterval(() => held.shift()?.release(), 1)
    return Promise.all(answers).finally(() => clearInterval(release))
  }
  return { url, held, arrived, get, releaseAll }
}

test('three requests at a time are handled, and another network is next', async () => {
  const { held, arrived, get, releaseAll } = await openServer()
  const flood = Array.from({ length: 64 }, () => get('/sign-in', '192.0.2.1'))
  await expect.poll(() => arrived.length).toBe(64)
  expect(held).toHaveLength(3)
  const other = get('/sign-in', '192.0.2.2')
  await expect.poll(() => arrived.at(-1)).toBe('192.0.2.2')
  // It comes before 60 that came earlier.
  for (let released = 0; released < 2; released++) held.shift()?.release()
  await expect.poll(() => held.some(({ from }) => from === '192.0.2.2')).toBe(true)
  expect(new Set(await releaseAll([other, ...flood]))).toEqual(new Set([401]))
})

test.each([
  SIGN_IN,
  '/api/auth/two-factor/verify-totp',
  '/api/auth/sign-in/email?x',
  '/api/auth/./sign-in',
  '/api/x/../auth/sign-in',
  '/api/auth/%2e/sign-in',
  '/api/auth/sign-in/email#x',
])('of %s one is handled at a time, and pages beside them', async (path) => {
  const { url, held, get } = await openServer()
  for (let host = 0; host < 8; host++) {
    const headers = { 'x-from': `198.51.100.${host}` }
    void sendRaw(url, { path, headers }).catch(() => undefined)
  }
  await expect.poll(() => held.length).toBe(1)
  const page = get('/sign-in', '192.0.2.2')
  await expect.poll(() => held.at(-1)?.from).toBe('192.0.2.2')
  held.pop()?.release()
  expect(await page).toBe(401)
  expect(held).toHaveLength(1)
})

test('a network from which somebody has signed in does not wait for strangers', async () => {
  const { held, get, releaseAll } = await openServer({ status: 200 })
  await releaseAll([get(SIGN_IN, '192.0.2.2')])
  const strangers = Array.from({ length: 8 }, (_, host) => get(SIGN_IN, `198.51.100.${host}`))
  await expect.poll(() => held.length).toBe(1)
  const known = get(SIGN_IN, '192.0.2.2')
  await expect.poll(() => held.at(-1)?.from).toBe('192.0.2.2')
  await releaseAll([known, ...strangers])
})

test('a network that only began a sign-in by OpenID Connect waits as strangers do', async () => {
  const { held, arrived, get, releaseAll } = await openServer({ status: 200 })
  await releaseAll([get('/api/auth/sign-in/social', '192.0.2.2')])
  void get(SIGN_IN, '198.51.100.1')
  await expect.poll(() => held.length).toBe(1)
  void get(SIGN_IN, '192.0.2.2')
  await expect.poll(() => arrived.at(-1)).toBe('192.0.2.2')
  expect(held).toHaveLength(1)
})

test('a network whose client left before the answer has not signed in', async () => {
  const { held, arrived, get } = await openServer()
  const gone = new AbortController()
  const left = get(SIGN_IN, '192.0.2.2', gone.signal)
  await expect.poll(() => held.length).toBe(1)
  gone.abort()
  expect(await left).toBeNull()
  await new Promise((resolve) => setTimeout(resolve, 20))
  held.shift()?.release()
  void get(SIGN_IN, '198.51.100.1')
  await expect.poll(() => held.length).toBe(1)
  void get(SIGN_IN, '192.0.2.2')
  await expect.poll(() => arrived.at(-1)).toBe('192.0.2.2')
  expect(held).toHaveLength(1)
})

test('beyond 256 that wait, the network with most is refused its newest', async () => {
  const { arrived, get, releaseAll } = await openServer()
  const flood = Array.from({ length: 300 }, () => get('/sign-in', '192.0.2.1'))
  await expect.poll(() => arrived.length).toBe(300)
  const other = get('/sign-in', '192.0.2.2')
  const [status, ...statuses] = await releaseAll([other, ...flood])
  const busy = statuses.filter((one) => one === 429).length
  expect([status, busy >= 40]).toEqual([401, true])
})

test('after a burst of twenty, requests begin at an even rate', async () => {
  const { held, get, releaseAll } = await openServer({ perSecond: 1 })
  const answers = Array.from({ length: 21 }, () => get('/sign-in', '192.0.2.1'))
  await releaseAll(answers.slice(0, 20))
  expect(held).toHaveLength(0)
})
