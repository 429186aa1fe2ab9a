/** Does a piece of work when its turn comes. */
export type RunExclusive = <T>(work: () => Promise<T>) => Promise<T>

/**
 * Lets so many pieces of work run at a time; the others wait in line, without a limit of time or number: a sweep that
 * waits is a slower sweep, not a failed one.
 */
export function createSemaphore(atATime: number): RunExclusive {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= atATime) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
