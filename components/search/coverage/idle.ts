// Leaves most of a frame to whatever else there is to do.
const SLICE_MS = 4

/**
 * Does work when the page has nothing else to do, a slice at a time.
 * @returns calls it off
 */
export function inIdleTime<T>(work: Generator<void, T, undefined>, done: (result: T) => void): () => void {
  let isOff = false
  function slice(): void {
    if (isOff) return
    const untilMs = performance.now() + SLICE_MS
    do {
      const { done: isDone, value } = work.next()
      if (isDone) {
        done(value)
        return
      }
    } while (performance.now() < untilMs)
    whenIdle(slice)
  }
  whenIdle(slice)
  return () => {
    isOff = true
  }
}

/** Safari has no idle callback; there a pause between slices does. */
export function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 50)
}
