import { expect, test } from 'vitest'
import { createYield } from './clock'

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
