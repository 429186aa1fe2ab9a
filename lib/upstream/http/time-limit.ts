export interface Timeouts {
  /** TCP and TLS together. */
  readonly connectMs: number
  /** From the call to the last byte of its answer, a retry included. */
  readonly totalMs: number
}

// Users give up on a screen after about ten seconds. SERVICE_TIMEOUT_SECONDS.
export const TIMEOUTS: Timeouts = { connectMs: 2_000, totalMs: 8_000 }

/**
 * A signal that aborts with `late` at the time limit, or with its caller's signal.
 * Node 20 may collect AbortSignal.any over AbortSignal.timeout before it fires.
 */
export function startLimit(totalMs: number, late: Error, signal?: AbortSignal) {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(late), totalMs)
  const giveUp = () => controller.abort(signal?.reason)
  signal?.addEventListener('abort', giveUp, { once: true })
  return {
    signal: controller.signal,
    stop: () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', giveUp)
    },
  }
}

/**
 * Awaits work, or rejects when the signal aborts, even if the work ignores it.
 * @throws the signal's reason
 */
export async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    // The work may have aborted the signal itself.
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  } finally {
    if (stop) signal.removeEventListener('abort', stop)
  }
}
