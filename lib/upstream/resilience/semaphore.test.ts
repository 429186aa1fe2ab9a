import { expect, it } from 'vitest'
import { createSemaphore } from './semaphore'

it('runs as many as it has permits, in the order of the calls, whether they succeed or fail', async () => {
  const withPermit = createSemaphore(2)
  const order: number[] = []
  let running = 0
  let most = 0
  const results = await Promise.allSettled(
    [1, 2, 3, 4, 5].map((number) =>
      withPermit(async () => {
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

it('refuses calls beyond the queue at once, and those in it when their time is up', async () => {
  const withPermit = createSemaphore(1, { queueMaximum: 2, waitMs: 10 })
  const onBusy = () => new Error('busy')
  let release = () => {}
  const held = withPermit(() => new Promise<void>((resolve) => (release = resolve)))
  const order: string[] = []
  const calls = ['queued', 'queued', 'refused'].map((name) =>
    withPermit(async () => expect.unreachable(), onBusy).catch(() => order.push(name)),
  )
  await Promise.all(calls)
  expect(order).toEqual(['refused', 'queued', 'queued'])
  const next = withPermit(async () => 'done', onBusy)
  release()
  await held
  expect(await next).toBe('done')
})
