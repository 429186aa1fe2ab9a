import { expect, test } from 'vitest'
import { forEachInSteps } from './steps'
import { finishInTasks, runInTasks } from './time-slicing'

/** Takes longer than a task of 0 ms each. */
function* countTo(last: number, onStep: (step: number) => void) {
  for (let step = 1; step < last; step++) {
    onStep(step)
    yield
  }
  onStep(last)
  return last
}

test('short work is done at once', () => {
  const results: number[] = []
  runInTasks(
    countTo(1, () => {}),
    0,
    (result) => results.push(result),
  )
  expect(results).toEqual([1])
})

test('long work continues in tasks with other work between them', async () => {
  const order: unknown[] = []
  const done = new Promise((resolve) =>
    runInTasks(
      countTo(3, (step) => order.push(step)),
      0,
      resolve,
    ),
  )
  order.push('other')
  expect(await done).toBe(3)
  expect(order).toEqual([1, 'other', 2, 3])
})

test('cancelled work does not continue and is never done', async () => {
  const order: unknown[] = []
  const cancel = runInTasks(
    countTo(3, (step) => order.push(step)),
    0,
    () => order.push('done'),
  )
  cancel()
  await finishInTasks(countTo(100, () => {}))
  await new Promise((resolve) => setTimeout(resolve, 0))
  expect(order).toEqual([1])
})

test('an error in a later task rejects', async () => {
  const work = forEachInSteps(Array(1000).keys(), (item) => {
    if (item === 999) throw new Error('broken')
  })
  await expect(finishInTasks(work)).rejects.toThrow('broken')
})
