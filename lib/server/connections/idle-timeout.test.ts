import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { setIdleTimeout } from './idle-timeout'

test('a connection without traffic is cut, one with a heartbeat is not', async () => {
  const cut: string[] = []
  const server = createServer((request, response) => {
    setIdleTimeout(response, 1500)
    response.once('close', () => cut.push(request.url ?? ''))
    response.write(request.url === '/unread' ? Buffer.alloc(32 * 1024 * 1024) : 'first')
    if (request.url === '/heartbeat') setInterval(() => response.write(':'), 100).unref()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  for (const path of ['/unread', '/heartbeat', '/silent']) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    if (path === '/unread') socket.pause()
    else socket.resume()
  }
  await expect.poll(() => cut.sort(), { timeout: 10_000 }).toEqual(['/silent', '/unread'])
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})
