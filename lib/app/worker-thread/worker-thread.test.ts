import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import type { SampleHandlers } from '@/lib/testing/sample-thread/worker'
import { createWorkerThread, type WorkerThread, type WorkerThreadOptions } from './worker-thread'

// A thread of a busy machine starts, and fills its memory, after many seconds.
const SLOW_MS = 60_000
vi.setConfig({ testTimeout: 2 * SLOW_MS })

let thread: WorkerThread<SampleHandlers>
const crashes: string[] = []

function open(options: Partial<WorkerThreadOptions> = {}) {
  thread = createWorkerThread<SampleHandlers>({
    root: process.cwd(),
    source: 'lib/testing/sample-thread/worker.ts',
    options: { factor: 3 },
    heapMb: 64,
    timeLimitMs: SLOW_MS,
    waitingMaximum: 2,
    waitMs: SLOW_MS,
    restartPauseMs: 0,
    onCrash: (message) => crashes.push(message),
    ...options,
  })
  return thread
}
afterEach(() => thread.stop())

test('requests are answered in turn, with the options that the thread was given', async () => {
  const { request } = open()
  expect(await Promise.all([request('multiply', 2), request('multiply', 5)])).toEqual([6, 15])
})

test('buffers are moved', async () => {
  const values = Float64Array.of(2, 8)
  expect(await open().request('halve', values, { buffers: [values.buffer] })).toEqual(
    Float64Array.of(1, 4),
  )
  expect(values).toHaveLength(0)
})

test('a handler that throws fails its request alone', async () => {
  const { request } = open()
  const failure = { kind: 'failed', message: 'no such thing' }
  await expect(request('refuse', undefined)).rejects.toMatchObject(failure)
  expect(await request('multiply', 1)).toBe(3)
})

test('more requests than may wait are refused, those that wait are answered', async () => {
  const { request } = open()
  const first = request('spin', 100)
  const waiting = [request('multiply', 1), request('multiply', 2)]
  await expect(request('multiply', 3)).rejects.toMatchObject({ kind: 'busy' })
  expect(await Promise.all([first, ...waiting])).toEqual([100, 3, 6])
})

test('an owner with many requests does not delay another', async () => {
  const { request } = open({ waitingMaximum: 10 })
  const order: number[] = []
  const note = (value: number) => order.push(value)
  const asked = [request('spin', 20)]
  for (const n of [1, 2, 3]) asked.push(request('multiply', n, { owner: 'one' }).then(note))
  asked.push(request('multiply', 10, { owner: 'other' }).then(note))
  await Promise.all(asked)
  expect(order).toEqual([3, 30, 6, 9])
})

test('a request that takes too long ends its thread; the next one gets another', async () => {
  const { request } = open()
  await request('multiply', 1)
  await expect(request('spin', 60_000, { timeLimitMs: 50 })).rejects.toMatchObject({
    kind: 'timeout',
  })
  expect(await request('multiply', 2)).toBe(6)
})

test.each([
  ['that ends', 'exit', /ended with code 7/],
  ['without memory', 'fill', /memory limit/],
] as const)(
  'a thread %s fails its request and starts again after a pause',
  async (_what, name, message) => {
    crashes.length = 0
    const { request } = open({ restartPauseMs: 300 })
    await expect(request(name, 7 as never)).rejects.toMatchObject({ kind: 'crashed' })
    expect(crashes).toEqual([expect.stringMatching(message)])
    await expect(request('multiply', 2)).rejects.toMatchObject({ kind: 'crashed' })
    await expect.poll(() => request('multiply', 2).catch(() => null), { timeout: SLOW_MS }).toBe(6)
  },
)

test('a stopped thread answers nothing', async () => {
  const { request, stop } = open()
  const asked = expect(request('spin', 60_000)).rejects.toMatchObject({ kind: 'stopped' })
  await stop()
  await asked
  await expect(request('multiply', 1)).rejects.toMatchObject({ kind: 'stopped' })
})

test('a process that stops its busy thread, and does nothing else, goes on afterwards', async () => {
  const script = ['--import', 'tsx', 'lib/testing/sample-thread/stop-while-busy.ts']
  const { stdout } = await promisify(execFile)(process.execPath, script, { timeout: SLOW_MS })
  expect(stdout).toBe('stopped while busy\nstopped at rest\n')
})
