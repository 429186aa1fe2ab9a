import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { stopServer, trackResponses } from './stop'

test('a response in progress is finished', async () => {
  let finish = () => {}
  const { server, open, url } = await listen((_request, response) => {
    response.write('first, ')
    finish = () => response.end('last')
  })
  const response = await fetch(url)
  const stopped = stopServer(server, open, 5000)
  finish()
  expect(await response.text()).toBe('first, last')
  await stopped
})

test('a response in progress closes its connection', async () => {
  let finish = () => {}
  const { server, open, url } = await listen((_request, response) => {
    finish = () => response.end('last')
  })
  const response = fetch(url)
  while (open.size === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const stopped = stopServer(server, open, 5000)
  finish()
  expect((await response).headers.get('connection')).toBe('close')
  await stopped
})

test('an event stream is ended at once', async () => {
  const { server, open, url } = await listen((_request, response) => {
    response.setHeader('content-type', 'text/event-stream')
    response.write('data: 1\n\n')
  })
  const response = await fetch(url)
  const text = response.text().catch(() => 'cut')
  const startMs = performance.now()
  await stopServer(server, open, 5000)
  expect(performance.now() - startMs).toBeLessThan(1000)
  expect(await text).toBe('cut')
})

test('a response that never ends is cut after the grace period', async () => {
  const { server, open, url } = await listen((_request, response) => void response.write('…'))
  const text = fetch(url).then((response) => response.text().catch(() => 'cut'))
  while (open.size === 0) await new Promise((resolve) => setTimeout(resolve, 5))
  const startMs = performance.now()
  await stopServer(server, open, 300)
  expect(performance.now() - startMs).toBeGreaterThanOrEqual(290)
  expect(await text).toBe('cut')
})

test('an idle kept-alive connection does not delay stopping', async () => {
  const { server, open, url } = await listen((_request, response) => response.end('done'))
  await (await fetch(url)).text()
  const startMs = performance.now()
  await stopServer(server, open, 5000)
  expect(performance.now() - startMs).toBeLessThan(1000)
})

async function listen(listener: RequestListener) {
  const server = createServer(listener)
  const open = trackResponses(server)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return { server, open, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` }
}
