/**
 * A signal that ends a call: when its time is up, or when its caller gives up.
 * Not AbortSignal.any over AbortSignal.timeout: on Node 20 the garbage collector may take such a signal before it fires.
 * @param late what the signal's reason is when the time is up
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

/** Waits for work, but not for work that does not listen to its signal. @throws the signal's reason */
export async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop: (() => void) | undefined
  const aborted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(signal.reason)
    // Work may have ended the signal before it began to be waited for.
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
