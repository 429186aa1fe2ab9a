import { channel } from 'node:diagnostics_channel'
import { expect, test } from 'vitest'
import { createSystemClock, createYield } from './clock'

/** @param pieceMs of work, by the clock that the turns see */
async function workOf(jobs: number, pieceMs: number) {
  let nowMs = 0
  const yieldToEventLoop = createYield(() => nowMs)
  const order: string[] = []
  const done = Promise.all(
    Array.from({ length: jobs }, async (_, job) => {
      for (let piece = 0; piece < 2; piece++) {
        await yieldToEventLoop()
        nowMs += pieceMs
        order.push(`${job}.${piece}`)
      }
    }),
  )
  const turns: string[][] = []
  let isDone = false
  void done.then(() => (isDone = true))
  while (!isDone) {
    await new Promise((resolve) => setImmediate(resolve))
    if (order.length > 0) turns.push(order.splice(0))
  }
  return turns
}

test('work that yields at once is cut after three milliseconds, and each job has its turn before one has two', async () => {
  expect(await workOf(4, 1.2)).toEqual([
    ['0.0', '1.0', '2.0'],
    ['3.0', '0.1', '1.1'],
    ['2.1', '3.1'],
  ])
})

test('a piece longer than a turn is alone in it; small ones share one', async () => {
  expect(await workOf(2, 50)).toEqual([['0.0'], ['1.0'], ['0.1'], ['1.1']])
  expect((await workOf(100, 0.01)).map((turn) => turn.length)).toEqual([200])
})

/** @returns in which turns work that always yields was done */
async function turnsOf(
  yieldToEventLoop: () => Promise<void>,
  turns: number,
  onTurn: (turn: number) => void,
) {
  const worked: number[] = []
  let now = 0
  const work = async () => {
    while (now < turns) {
      await yieldToEventLoop()
      worked.push(now)
    }
  }
  const done = work()
  for (; now < turns; now++) {
    onTurn(now)
    await new Promise((resolve) => setImmediate(resolve))
  }
  await done
  return [...new Set(worked)].filter((turn) => turn < turns)
}

test('turns in which connections are accepted are left to them, but not more than twenty in a row', async () => {
  let connections = 0
  let nowMs = 0
  const yieldToEventLoop = createYield(
    () => nowMs++,
    () => connections,
  )
  const workedOf = (turns: number, isAccepting: (turn: number) => boolean) =>
    turnsOf(yieldToEventLoop, turns, (turn) => {
      if (isAccepting(turn)) connections++
    })
  expect(await workedOf(4, () => false)).toEqual([0, 1, 2, 3])
  expect(await workedOf(8, (turn) => turn < 5)).toEqual([5, 6, 7])
  expect(await workedOf(100, () => true)).toHaveLength(4)
})

test('every connection that the process accepts counts', async () => {
  const accept = channel('net.server.socket')
  const worked = await turnsOf(createSystemClock().yieldToEventLoop, 200, (turn) => {
    if (turn < 15) accept.publish({})
  })
  expect(worked.filter((turn) => turn < 15)).toEqual([])
  expect(worked).not.toEqual([])
})
