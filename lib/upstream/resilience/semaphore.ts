/** Runs work while holding a permit. */
export type RunExclusive = <T>(work: () => Promise<T>, onBusy?: () => Error) => Promise<T>

export interface QueueLimits {
  /** Calls that may wait for a permit; more are refused at once. */
  readonly queueMaximum: number
  /** Longest wait for a permit. */
  readonly waitMs: number
}

/**
 * Runs at most `permits` pieces of work at a time, in the order of the calls. By default all others wait.
 * @returns rejects with `onBusy()` beyond the limits of the queue
 */
export function createSemaphore(permits: number, limits: QueueLimits | null = null): RunExclusive {
  /** In the order of the calls. */
  const waiting = new Set<() => void>()
  let running = 0

  function permit(onBusy: () => Error): Promise<void> {
    return new Promise((resolve, reject) => {
      if (limits && waiting.size >= limits.queueMaximum) {
        reject(onBusy())
        return
      }
      const timer = limits
        ? setTimeout(() => waiting.delete(grant) && reject(onBusy()), limits.waitMs)
        : undefined
      const grant = () => {
        clearTimeout(timer)
        resolve()
      }
      waiting.add(grant)
    })
  }

  return async (work, onBusy = () => new Error('no permit in time')) => {
    if (running >= permits) await permit(onBusy)
    else running++
    try {
      return await work()
    } finally {
      const [next] = waiting
      if (next) {
        waiting.delete(next)
        next()
      } else running--
    }
  }
}
