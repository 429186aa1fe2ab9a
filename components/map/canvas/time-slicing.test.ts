import { expect, test } from 'vitest'
import { inSlices } from './time-slicing'

const pause = () => new Promise((resolve) => setTimeout(resolve, 20))

test('short work is done at once', () => {
  let isDone = false
  inSlices(
    8,
    () => true,
    () => {
      isDone = true
    },
  )
  expect(isDone).toBe(true)
})

test('long work goes on by itself, and others get their turn in between', async () => {
  const order: string[] = []
  let left = 3
  const done = new Promise<void>((resolve) => {
    inSlices(
      8,
      () => {
        order.push('slice')
        left -= 1
        return left === 0
      },
      resolve,
    )
  })
  order.push('another')
  await done
  expect(order).toEqual(['slice', 'another', 'slice', 'slice'])
})

test('work that is stopped does not go on and is never done', async () => {
  let slices = 0
  let isDone = false
  const stop = inSlices(
    8,
    () => {
      slices += 1
      return slices === 5
    },
    () => {
      isDone = true
    },
  )
  stop()
  await pause()
  expect([slices, isDone]).toEqual([1, false])
})
