import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore'

it('runs so many at a time, in the order they came, whether they succeed or not', async () => {
  const runExclusive = createSemaphore(2)
  const order: number[] = []
  let running = 0
  let most = 0
  const results = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((number) =>
      runExclusive(async () => {
        order.push(number)
        most = Math.max(most, ++running)
        await new Promise((resolve) => setTimeout(resolve, 1))
        running--
        if (number === 2) throw new Error('failed')
        return number
      }),
    ),
  )
  expect(order).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(results.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ])
})
