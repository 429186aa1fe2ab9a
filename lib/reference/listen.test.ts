import { afterEach, expect, test } from 'vitest'
import { createTestService, KEY, NEAR_LONDON } from '@/lib/testing/reference-service'
import { sendRaw } from '@/lib/testing/servers'
import { type Listening, serve } from './listen'

let listening: Listening | undefined
afterEach(async () => listening?.close())

async function start(handler: (request: Request) => Promise<Response>): Promise<string> {
  listening = await serve(handler)
  return listening.url
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

test.each([
  ['*', 400, ''],
  ['http://other.example/path', 400, ''],
  ['no-slash', 400, ''],
  // A path, not a host.
  ['//other.example/x', 200, '//other.example/x'],
])('the request target %s answers %i', async (path, status, text) => {
  const url = await start(async (request) => new Response(new URL(request.url).pathname))
  const answer = await sendRaw(url, { path })
  expect([answer.status, status === 200 ? String(answer.body) : '']).toEqual([status, text])
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
  await expect(
    serve(async () => new Response(), { port: Number(new URL(url).port) }),
  ).rejects.toThrow('EADDRINUSE')
})
