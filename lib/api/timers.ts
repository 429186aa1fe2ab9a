/** Calls back once after a delay. @returns a function that cancels */
export type After = (delayMs: number, run: () => void) => () => void

export const afterDelay: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** Lets the browser paint and handle input between pieces of work. */
export function yieldToEventLoop(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0))
}
