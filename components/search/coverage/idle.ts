// Leaves most of a frame to other work.
const SLICE_MS = 4

/**
 * Runs work in slices while the page is idle.
 * @returns cancels it
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

/** Safari has no idle callback: pause between slices instead. */
function whenIdle(run: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(run)
  else setTimeout(run, 50)
}
