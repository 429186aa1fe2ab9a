/** Calls back once after a delay. @returns a function that cancels */
export type After = (delayMs: number, run: () => void) => () => void

export const afterDelay: After = (delayMs, run) => {
  const timer = setTimeout(run, delayMs)
  return () => clearTimeout(timer)
}
