/** Work that can pause between its steps. */
export type Steps<T> = Generator<void, T, undefined>

/** A clock, as far as a pause needs one. */
interface EventLoop {
  yieldToEventLoop(): Promise<void>
}

const ITEMS_A_STEP = 500

export function* forEachInSteps<T>(items: Iterable<T>, work: (item: T) => void): Steps<void> {
  let done = 0
  for (const item of items) {
    work(item)
    done += 1
    if (done % ITEMS_A_STEP === 0) yield
  }
}

/** Runs the steps at once. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

/** Collects items one after the other, with requests and timers in between. */
export async function takeInSteps<T>(items: Iterable<T>, clock: EventLoop): Promise<T[]> {
  const collected: T[] = []
  for (const item of items) {
    collected.push(item)
    await clock.yieldToEventLoop()
  }
  return collected
}

/** Runs the steps with requests and timers in between. */
export async function inSteps<T>(steps: Steps<T>, clock: EventLoop): Promise<T> {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    await clock.yieldToEventLoop()
  }
}
