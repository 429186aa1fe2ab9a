import { EventEmitter, once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { createRequestTurns } from './request-turns'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Requests that each take some time, by the clock that the turns see. */
function openTurns() {
  const server = new EventEmitter()
  const begun: string[] = []
  let nowMs = 0
  const begin = createRequestTurns(server, () => nowMs)
  async function request(network: string, tookMs: number) {
    await begin(network)
    nowMs += tookMs
    begun.push(network)
  }
  /** A turn of other work. @returns how many requests began in it */
  async function turn(otherMs = 0) {
    const before = begun.length
    nowMs += otherMs
    await nextTurn()
    return begun.length - before
  }
  return {
    begun,
    request,
    turn,
    /** A turn in which a connection is accepted; its request follows. */
    accept(network: string, otherMs = 0) {
      server.emit('connection')
      void request(network, 1)
      return turn(otherMs)
    },
  }
}

const times = (count: number, network: string) => Array<string>(count).fill(network)

test('of a hundred requests of one client those of another begin in their turn', async () => {
  const { request, begun } = openTurns()
  const many = Array.from({ length: 100 }, () => request('many', 10))
  await Promise.all([request('other', 10), request('other', 10)])
  expect(begun).toEqual(['many', 'many', 'other', 'many', 'other'])
  await Promise.all(many)
  expect(begun).toHaveLength(102)
})

test('short requests share a turn, a long one has its own, and all together as much as other work has', async () => {
  const { request, turn } = openTurns()
  await turn()
  for (let n = 0; n < 30; n++) void request('one', 1)
  // The first of all does not wait.
  expect([await turn(), await turn(), await turn(12)]).toEqual([6, 5, 12])
  const long = openTurns()
  for (let n = 0; n < 4; n++) void long.request('one', 50)
  expect([await long.turn(), await long.turn(), await long.turn()]).toEqual([2, 1, 1])
})

test('while connections are accepted only the client that opens many waits, and begins once all are', async () => {
  const { accept, turn, begun } = openTurns()
  for (let n = 0; n < 40; n++) await accept('many')
  const before = begun.length
  expect(before).toBeLessThanOrEqual(17)
  for (let n = 0; n < 10; n++) await accept('other')
  expect(begun.slice(before)).toEqual(times(10, 'other'))
  while ((await turn()) > 0);
  expect(begun.slice(before + 10)).toEqual(times(40 - before, 'many'))
})

test('a client that never stops connecting waits a second, and then a twentieth of the time', async () => {
  const { request, accept } = openTurns()
  for (let n = 0; n < 3000; n++) void request('many', 1)
  const heldOf = async (turns: number) => {
    let held = 0
    for (let n = 0; n < turns; n++) if ((await accept('many', 10)) === 0) held++
    return held
  }
  // Of ten milliseconds each.
  const held = await heldOf(110)
  expect(held).toBeGreaterThan(90)
  expect(held).toBeLessThan(108)
  expect(await heldOf(200)).toBeLessThan(25)
})

test('on sockets, a client behind a hundred connections of another one is answered before most of them', async () => {
  const begun: string[] = []
  const server = createServer(async ({ headers }, response) => {
    const network = String(headers.from)
    await mayBegin(network)
    begun.push(network)
    response.end()
  })
  // A clock that stands still: how busy the machine is changes nothing.
  const mayBegin = createRequestTurns(server, () => 0)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const ask = (network: string) => {
    const socket = connect(port, '127.0.0.1').resume()
    socket.write(
      `GET / HTTP/1.1\r\nhost: kerbside\r\nfrom: ${network}\r\nconnection: close\r\n\r\n`,
    )
    return once(socket, 'close')
  }
  await Promise.all([...times(100, 'many'), 'other'].map(ask))
  expect(begun).toHaveLength(101)
  expect(begun.indexOf('other')).toBeLessThan(20)
  server.close()
})
