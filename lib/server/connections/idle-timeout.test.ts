import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { listen } from '@/lib/testing/servers'
import { setIdleTimeout } from './idle-timeout'

test('a connection without traffic is cut, one with a heartbeat is not', async () => {
  const cut: string[] = []
  await using server = await listen((request, response) => {
    setIdleTimeout(response, 1500)
    response.once('close', () => cut.push(request.url ?? ''))
    response.write(request.url === '/unread' ? Buffer.alloc(32 * 1024 * 1024) : 'first')
    if (request.url === '/heartbeat') setInterval(() => response.write(':'), 100).unref()
  })
  for (const path of ['/unread', '/heartbeat', '/silent']) {
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
    if (path === '/unread') socket.pause()
    else socket.resume()
  }
  await expect.poll(() => cut.sort(), { timeout: 10_000 }).toEqual(['/silent', '/unread'])
})
