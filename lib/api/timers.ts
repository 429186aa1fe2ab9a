/** Runs something once after a delay; what it returns calls it off. */
export type After = (delayMs: number, run: () => void) => () => void

/** The platform's own timer. */
export const afterDelay: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}

/** Lets the browser draw and take input between two pieces of work. */
export function yieldToEventLoop(): Promise<void> {
  const { scheduler } = globalThis as { scheduler?: { yield?: () => Promise<void> } }
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve, 0))
}
