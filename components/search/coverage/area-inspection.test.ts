import { expect, it } from 'vitest'
import { inIdleTime } from './area-inspection'

function* countTo(most: number, seen: number[]): Generator<void, string, undefined> {
  for (let at = 1; at <= most; at += 1) {
    seen.push(at)
    yield
  }
  return 'done'
}

it('work in idle time is done to its end, and not at once', async () => {
  const seen: number[] = []
  const result = new Promise((resolve) => inIdleTime(countTo(3, seen), resolve))
  expect(seen).toEqual([])
  expect(await result).toBe('done')
  expect(seen).toEqual([1, 2, 3])
})

it('work that was called off is not begun', async () => {
  const seen: number[] = []
  inIdleTime(countTo(3, seen), () => seen.push(0))()
  await new Promise((resolve) => inIdleTime(countTo(1, []), resolve))
  expect(seen).toEqual([])
})
