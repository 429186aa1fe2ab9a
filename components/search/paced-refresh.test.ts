import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { PacedRefresh } from './paced-refresh'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const TICK_MS = 100

/** A refresh of four seconds, whose work takes one, and the names of the works that began, with their time. */
function record(everyMs = 4_000, lastsMs = 1_000) {
  const refresh = new PacedRefresh(everyMs)
  const began: [string, number][] = []
  const aborted: string[] = []
  const startMs = performance.now()
  const request = (subject: string, name: string) =>
    refresh.request(subject, async (signal) => {
      began.push([name, performance.now() - startMs])
      signal.addEventListener('abort', () => aborted.push(name))
      await new Promise((resolve) => setTimeout(resolve, lastsMs))
    })
  return { refresh, request, began, aborted }
}

test('the first begins at once, then the newest one every four seconds', async () => {
  const { request, began } = record()
  for (let ms = 0; ms < 9_000; ms += TICK_MS) {
    request('a', `at ${ms}`)
    await vi.advanceTimersByTimeAsync(TICK_MS)
  }
  expect(began).toEqual([
    ['at 0', 0],
    ['at 3900', 4_000],
    ['at 7900', 8_000],
  ])
})

test('work that lasts longer than the pace is not doubled', async () => {
  const { request, began } = record(4_000, 10_000)
  for (let ms = 0; ms < 12_000; ms += 1_000) {
    request('a', `at ${ms}`)
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(began.map(([, ms]) => Math.round(ms / TICK_MS) * TICK_MS)).toEqual([0, 10_000])
})

test('another subject begins at once and aborts the one before', async () => {
  const { request, began, aborted } = record()
  request('a', 'one')
  await vi.advanceTimersByTimeAsync(500)
  request('b', 'two')
  expect(aborted).toEqual(['one'])
  await vi.advanceTimersByTimeAsync(20_000)
  expect(began).toEqual([
    ['one', 0],
    ['two', 500],
  ])
})

test('a stop ends all', async () => {
  const { refresh, request, began, aborted } = record()
  request('a', 'one')
  request('a', 'two')
  refresh.stop()
  await vi.advanceTimersByTimeAsync(20_000)
  expect([began.map(([name]) => name), aborted]).toEqual([['one'], ['one']])
})
