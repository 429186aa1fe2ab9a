import { connect } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createTestService, KEY, NEAR_LONDON } from '@/lib/testing/reference-service'
import { type Listening, serve } from './listen'

let listening: Listening | undefined
afterEach(async () => listening?.close())

async function start(handler: (request: Request) => Promise<Response>): Promise<string> {
  listening = await serve(handler)
  return listening.url
}

/** Sends bytes that fetch would refuse. @returns the raw answer */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(text))
    socket.on('data', (bytes) => {
      answer += bytes
    })
    socket.on('end', () => resolve(answer)).on('error', reject)
  })
}

test('the service answers on a socket as it does in the process', async () => {
  const { ask, handle } = createTestService()
  const path = `/api/beta/vehicles?${NEAR_LONDON}&limit=3`
  const url = await start(handle)
  const response = await fetch(url + path, { headers: { authorization: `Bearer ${KEY}` } })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual(await (await ask(path)).json())
  expect((await fetch(url + path)).status).toBe(401)
})

test('a handler that fails gives a 500 that tells nothing of it', async () => {
  const url = await start(() => Promise.reject(new Error('secret')))
  const response = await fetch(url)
  expect(response.status).toBe(500)
  expect(await response.text()).toBe('The service failed\n')
})

test.each(['*', 'http://other.example/path', 'no-slash'])(
  'the request target %s answers 400',
  async (target) => {
    const url = await start(async () => new Response('reached'))
    expect(await raw(url, `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1.1 400 /,
    )
  },
)

test('a path that begins with two slashes is a path, not a host', async () => {
  const url = await start(async (request) => new Response(new URL(request.url).pathname))
  const answer = await raw(url, 'GET //other.example/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
  expect(answer).toMatch(/\r\n\r\n\/\/other.example\/x$/)
})

test('closing ends kept-alive and unanswered connections at once, and nothing listens any more', async () => {
  const url = await start(() => new Promise(() => {}))
  const unanswered = fetch(url).then(
    () => 'answered',
    () => 'ended',
  )
  await new Promise((resolve) => setTimeout(resolve, 50))
  await listening?.close()
  expect(await unanswered).toBe('ended')
  await expect(fetch(url)).rejects.toThrow()
})

test('a port that is taken is an error to whoever asked for it', async () => {
  const url = await start(async () => new Response())
  await expect(serve(async () => new Response(), { port: Number(new URL(url).port) })).rejects.toThrow(
    'EADDRINUSE',
  )
})
