import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { fetch as fetchOfUndici, getGlobalDispatcher, setGlobalDispatcher } from 'undici'
import { afterEach, expect, test, vi } from 'vitest'
import { clientOf, failureOf, listen } from '@/lib/testing/servers'
import { OutgoingAgent, useProxyForFetch } from './outgoing-agent'

/** A forward proxy: answers absolute targets itself, and connects every tunnel to `target`. */
async function openProxy(target = '127.0.0.1:1') {
  const seen: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.end('answered by the proxy')
  })
  server.on('connect', (request: IncomingMessage, socket: Socket) => {
    seen.push(`CONNECT ${request.url}`)
    const [host, port] = target.split(':')
    const tunnel = connect(Number(port), host, () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      tunnel.pipe(socket).pipe(tunnel)
    })
    for (const end of [tunnel, socket]) {
      sockets.add(end)
      end.on('error', () => socket.destroy())
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const before = getGlobalDispatcher()
afterEach(() => {
  vi.unstubAllEnvs()
  setGlobalDispatcher(before)
})

test('an http address is asked through the proxy, in the form that every proxy takes', async () => {
  await using proxy = await openProxy()
  vi.stubEnv('http_proxy', proxy.url)
  const dispatcher = new OutgoingAgent({ connect: { timeout: 2000 }, maxOrigins: 1 })
  const answer = await fetchOfUndici('http://router.example/table/v1', { dispatcher })
  expect(await answer.text()).toBe('answered by the proxy')
  expect(proxy.seen).toEqual(['GET http://router.example/table/v1'])
  await dispatcher.destroy()
})

test('an https address is asked through a tunnel', async () => {
  await using server = await listen((_request, response) => response.end('no TLS'))
  await using proxy = await openProxy(new URL(server.url).host)
  vi.stubEnv('HTTPS_PROXY', proxy.url)
  const dispatcher = new OutgoingAgent({ connect: { timeout: 2000 } })
  const call = fetchOfUndici('https://service.example/api/beta/vehicles', { dispatcher })
  await expect(call).rejects.toThrow('fetch failed')
  expect(proxy.seen).toEqual(['CONNECT service.example:443'])
  expect(server.seen).toEqual([])
  await dispatcher.destroy()
})

test('a proxy that refuses is named as the cause', async () => {
  const server = createServer()
  server.on('connect', (_request, socket) =>
    socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'),
  )
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('HTTPS_PROXY', `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const client = clientOf('https://service.example')
  const failure = await failureOf(client.getVehicle('v-1'))
  expect(failure.kind).toBe('upstream-unreachable')
  expect(failure.message).toContain('the proxy of HTTPS_PROXY or HTTP_PROXY made no connection')
  await new Promise((resolve) => server.close(resolve))
})

test.each(['NO_PROXY', 'no_proxy'])('a host of %s is asked directly', async (name) => {
  await using proxy = await openProxy()
  vi.stubEnv('HTTP_PROXY', proxy.url)
  vi.stubEnv(name, 'other.example, .invalid')
  const dispatcher = new OutgoingAgent({ connect: { timeout: 2000 } })
  await expect(fetchOfUndici('http://router.invalid/', { dispatcher })).rejects.toThrow()
  expect(proxy.seen).toEqual([])
  await dispatcher.destroy()
})

test.each(['127.0.0.1', 'localhost', '127.0.0.9'])('%s is asked directly', async (host) => {
  await using proxy = await openProxy()
  await using server = await listen((_request, response) => response.end('answered'))
  vi.stubEnv('HTTP_PROXY', proxy.url)
  vi.stubEnv('HTTPS_PROXY', proxy.url)
  const dispatcher = new OutgoingAgent({ connect: { timeout: 2000 } })
  const url = server.url.replace('127.0.0.1', host)
  await fetchOfUndici(url, { dispatcher }).catch(() => null)
  expect(proxy.seen).toEqual([])
  await dispatcher.destroy()
})

test('Node’s own fetch uses the proxy too', async () => {
  await using proxy = await openProxy()
  await using server = await listen((_request, response) => response.end('answered directly'))
  vi.stubEnv('HTTP_PROXY', proxy.url)
  useProxyForFetch()
  const throughProxy = await fetch('http://id.example/.well-known/openid-configuration')
  expect(await throughProxy.text()).toBe('answered by the proxy')
  const direct = await fetch(server.url)
  expect(await direct.text()).toBe('answered directly')
  await (getGlobalDispatcher() as OutgoingAgent).destroy()
})
