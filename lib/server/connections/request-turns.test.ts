import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { createRequestTurns } from './request-turns'

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

/** Requests that each take some time, by the clock that the turns see. */
function openTurns() {
  const server = new EventEmitter()
  const accepting: boolean[] = []
  const begun: string[] = []
  let nowMs = 0
  const begin = createRequestTurns(
    server,
    (isAccepting) => accepting.push(isAccepting),
    () => nowMs,
  )
  const requestOn = (connection: object, owner: string, tookMs: number) =>
    begin(owner, connection).then(() => {
      nowMs += tookMs
      begun.push(owner)
    })
  return {
    accepting,
    begun,
    /** On a connection that had requests before. */
    request: (owner: string, tookMs: number) => requestOn({}, owner, tookMs),
    /** A turn in which a connection is accepted, and other work takes a while; its request follows. */
    async accept(owner: string, otherMs = 0) {
      const connection = {}
      server.emit('connection', connection)
      nowMs += otherMs
      const done = requestOn(connection, owner, 1)
      await nextTurn()
      return { done }
    },
    /** A turn of other work. @returns how many requests began in it */
    async turn(otherMs = 0) {
      const before = begun.length
      nowMs += otherMs
      await nextTurn()
      return begun.length - before
    },
  }
}

const times = (count: number, owner: string) => Array<string>(count).fill(owner)

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
  const begun = [await turn(), await turn(), await turn(12)]
  expect(begun).toEqual([6, 5, 12])
  const long = openTurns()
  for (let n = 0; n < 4; n++) void long.request('one', 50)
  expect([await long.turn(), await long.turn(), await long.turn()]).toEqual([2, 1, 1])
})

test('while connections are accepted only the client that opens many waits, and not for ever', async () => {
  const { accept, request, begun, accepting } = openTurns()
  for (let n = 0; n < 40; n++) await accept('many')
  expect(begun).toEqual(times(16, 'many'))
  expect(accepting).toEqual([true])
  const other = request('other', 1)
  await accept('many')
  await other
  expect(begun).toEqual([...times(16, 'many'), 'other'])
  for (let n = 0; n < 10; n++) await accept('many', 150)
  expect(begun.length).toBeGreaterThan(17)
})

test('once all connections are accepted the requests begin, and it is said so', async () => {
  const { accept, begun, accepting } = openTurns()
  const many = []
  for (let n = 0; n < 40; n++) many.push(await accept('many'))
  await Promise.all(many.map(({ done }) => done))
  expect(begun).toEqual(times(40, 'many'))
  expect(accepting).toEqual([true, false])
})
