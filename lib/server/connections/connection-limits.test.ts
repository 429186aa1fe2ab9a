import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, BlockList, connect, type Socket } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { connectionLimitsOf, limitConnections } from './connection-limits'

const ATTACKER = '127.0.0.2'
const OTHER = '127.0.0.3'

/** A server that answers `/` and streams without end at `/stream`. */
async function open(trusted: string | null = null) {
  const server = createServer((asked, response) => {
    if (asked.url === '/stream') response.write('begun')
    else response.end('answered')
  })
  const proxies = new BlockList()
  if (trusted) proxies.addAddress(trusted)
  limitConnections(server, { total: 8, perAddress: 5 }, proxies)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })

  /** Connections that send the beginning of a request. */
  async function begin(count: number, from: string, text = 'GET / HTTP/1.1\r\nhost: x\r\n') {
    const sockets: Socket[] = []
    for (let at = 0; at < count; at++) {
      const socket = connect({ port, host: '127.0.0.1', localAddress: from })
      socket.on('error', () => undefined)
      onTestFinished(() => void socket.destroy())
      await once(socket, 'connect')
      socket.write(text)
      sockets.push(socket)
    }
    return sockets
  }

  /** Connections that are streamed to. */
  async function stream(count: number) {
    const sockets = await begin(count, ATTACKER, 'GET /stream HTTP/1.1\r\nhost: x\r\n\r\n')
    await Promise.all(sockets.map((socket) => once(socket, 'data')))
    return sockets
  }

  /** The body of an answer, or the code of an error. */
  async function answer(from: string): Promise<string> {
    const options = { port, host: '127.0.0.1', localAddress: from, agent: false }
    try {
      const [response] = await once(request(options).end(), 'response')
      return String(Buffer.concat(await response.toArray()))
    } catch (error) {
      return (error as NodeJS.ErrnoException).code ?? 'error'
    }
  }

  const held = () =>
    new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)))
  return { begin, stream, answer, held }
}

it('requests that one address never finishes leave the others their connections', async () => {
  const { begin, answer, held } = await open()
  await begin(40, ATTACKER)
  expect(await answer(OTHER)).toBe('answered')
  expect(await held()).toBeLessThanOrEqual(6)
  expect(await answer(ATTACKER)).toBe('answered')
})

it('requests that many addresses never finish give way to one that is', async () => {
  const { begin, answer, held } = await open()
  for (const last of [11, 12, 13, 14]) await begin(5, `127.0.0.${last}`)
  expect(await answer(OTHER)).toBe('answered')
  expect(await held()).toBeLessThanOrEqual(8)
})

it('an address whose connections are all in use gets no further one, others do', async () => {
  const { stream, answer } = await open()
  const streams = await stream(5)
  expect(await answer(ATTACKER)).toBe('ECONNRESET')
  expect(await answer(OTHER)).toBe('answered')
  expect(streams.filter(({ destroyed, readableEnded }) => destroyed || readableEnded)).toEqual([])
})

it('a trusted proxy may hold as many as there are', async () => {
  const { stream, answer } = await open(ATTACKER)
  await stream(7)
  expect(await answer(ATTACKER)).toBe('answered')
})

it.each([
  ['Max open files            4096                 1048576              files', 3072, 2304],
  ['Max open files            1024                 4096                 files', 768, 576],
  [null, 3072, 2304],
])('stays below the limit of open files: %s', (text, total, perAddress) => {
  expect(connectionLimitsOf(text)).toEqual({ total, perAddress })
})
