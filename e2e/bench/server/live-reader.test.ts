import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readLive, type SeenEvent } from './live-reader'

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`
const snapshot = 'id: e.1\nevent: changes\ndata: {"version":"e.1","after":null}\n\n'
const delta = `id: e.2\nevent: changes\ndata: ${'é'.repeat(500)}\n\n`
const answer = `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${[snapshot, ': still here\n\n', delta].map(chunk).join('')}`

/** The events of an answer that arrives in these pieces. */
async function read(pieces: readonly Buffer[]): Promise<{ events: SeenEvent[]; ends: string[] }> {
  const server = createServer((socket) => {
    socket.setNoDelay(true)
    socket.once('data', async () => {
      for (const piece of pieces) {
        socket.write(piece)
        await new Promise((resolve) => setImmediate(resolve))
      }
      socket.end()
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const events: SeenEvent[] = []
  const ends: string[] = []
  const { port } = server.address() as AddressInfo
  await new Promise<void>((resolve) => {
    readLive(port, '/api/live', {
      onEvent: (event) => events.push(event),
      onEnd(reason) {
        ends.push(reason)
        resolve()
      },
    })
  })
  return { events, ends }
}

test('a light reader sees names and ids, wherever the bytes are cut', async () => {
  const bytes = Buffer.from(answer)
  for (const size of [1, 2, 7, 64, bytes.length]) {
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.subarray(n * size, (n + 1) * size),
    )
    const { events } = await read(pieces)
    expect(events.map(({ name, id }) => `${name} ${id}`)).toEqual(['snapshot e.1', 'delta e.2'])
  }
})

test('an event weighs what it weighs on the wire', async () => {
  const { events } = await read([Buffer.from(answer)])
  // The length line before an event and the end of the chunk before it are its own.
  expect((events[1]?.bytes ?? 0) - Buffer.byteLength(delta)).toBeLessThan(10)
  expect(events[1]?.bytes).toBeGreaterThanOrEqual(Buffer.byteLength(delta))
})

test('a refusal ends a reader with its status', async () => {
  const { ends } = await read([Buffer.from('HTTP/1.1 503 Service Unavailable\r\n\r\n')])
  expect(ends[0]).toBe('HTTP/1.1 503 Service Unavailable')
})
