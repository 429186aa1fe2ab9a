import type { Steps } from '@/lib/vehicles/steps'

// Leaves the browser time for a frame.
const TASK_MS = 8

/** Lets the browser draw and take input between two pieces of work. */
export function yieldToEventLoop(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: Scheduler }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0))
}

interface Scheduler {
  /** Some browsers lack it. */
  readonly yield?: () => Promise<void>
}

/**
 * Runs steps in tasks of about `taskMs`, the first one synchronously.
 * @param onError receives an error of a step; without it the error is thrown
 * @returns cancels the rest
 */
export function runInTasks<T>(
  steps: Steps<T>,
  taskMs: number,
  onDone: (result: T) => void,
  onError: (error: unknown) => void = rethrow,
): () => void {
  let isCancelled = false

  function run(): void {
    if (isCancelled) return
    const untilMs = performance.now() + taskMs
    try {
      do {
        const { done, value } = steps.next()
        if (done) {
          onDone(value)
          return
        }
      } while (performance.now() < untilMs)
    } catch (error) {
      onError(error)
      return
    }
    void yieldToEventLoop().then(run)
  }

  run()
  return () => {
    isCancelled = true
  }
}

/** Runs all steps, in tasks short enough for a page that stays responsive. */
export function finishInTasks<T>(steps: Steps<T>): Promise<T> {
  return new Promise((resolve, reject) => void runInTasks(steps, TASK_MS, resolve, reject))
}

function rethrow(error: unknown): never {
  throw error
}
