import { yieldToEventLoop } from '@/lib/api/timers'

/** Work that can rest between its steps. */
export type Slices<T> = Generator<void, T, undefined>

const ITEMS_A_STEP = 500

// A task of at most so much leaves the browser time for a frame.
const TASK_MS = 8

export function* inSlices<T>(items: Iterable<T>, work: (item: T) => void): Slices<void> {
  let done = 0
  for (const item of items) {
    work(item)
    done += 1
    if (done % ITEMS_A_STEP === 0) yield
  }
}

/** Does the steps, as many in a task as fit. */
export async function inTasks<T>(steps: Slices<T>): Promise<T> {
  let beganAtMs = performance.now()
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
    if (performance.now() - beganAtMs < TASK_MS) continue
    await yieldToEventLoop()
    beganAtMs = performance.now()
  }
}
