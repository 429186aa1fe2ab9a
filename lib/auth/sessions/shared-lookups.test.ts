import { expect, test } from 'vitest'
import { createSharedLookups } from './shared-lookups'

/** Look-ups of a state that changes, each answered or failed by the test. */
function openLookups() {
  const share = createSharedLookups<string>()
  const begun: { state: string; answer(): void; fail(): void }[] = []
  let state = 'active'
  const lookUp = () =>
    new Promise<string>((resolve, reject) => {
      const found = state
      begun.push({ state, answer: () => resolve(found), fail: () => reject(new Error('timeout')) })
    })
  return {
    begun,
    ask: (key = 'a') => share(key, lookUp),
    end() {
      state = 'ended'
    },
  }
}

test('a hundred calls that come together are two look-ups, and another key has its own', async () => {
  const { ask, begun } = openLookups()
  const first = ask()
  const others = Array.from({ length: 100 }, () => ask())
  void ask('b')
  expect(begun).toHaveLength(2)
  begun[0]?.answer()
  expect(await first).toBe('active')
  await expect.poll(() => begun.length).toBe(3)
  begun[2]?.answer()
  expect(new Set(await Promise.all(others))).toEqual(new Set(['active']))
  expect(begun).toHaveLength(3)
  void ask()
  expect(begun).toHaveLength(4)
})

test('a call that comes after a session ended does not get what an earlier look-up found', async () => {
  const { ask, begun, end } = openLookups()
  const before = ask()
  end()
  const after = ask()
  begun[0]?.answer()
  expect(await before).toBe('active')
  await expect.poll(() => begun.length).toBe(2)
  begun[1]?.answer()
  expect(await after).toBe('ended')
})

test('a look-up that fails fails for those that wait for the next, and the next call begins one', async () => {
  const { ask, begun } = openLookups()
  const calls = [ask(), ask(), ask()]
  begun[0]?.fail()
  expect((await Promise.allSettled(calls)).map(({ status }) => status)).toEqual(
    Array(3).fill('rejected'),
  )
  expect(begun).toHaveLength(1)
  const next = ask()
  begun[1]?.answer()
  expect(await next).toBe('active')
})
