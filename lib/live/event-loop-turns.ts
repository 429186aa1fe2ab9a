/** Work of one turn of the event loop, of all that yield to it together; Node accepts one connection a turn. */
const TURN_MS = 3

/**
 * Lets requests and timers go between pieces of work. Many that yield at once continue one after the other, and once
 * TURN_MS are used up, in the next turn: a hundred of them together would otherwise hold the event loop.
 * @param now milliseconds of a monotonic clock
 */
export function createYield(now: () => number = () => performance.now()): () => Promise<void> {
  const waiting = new Set<() => void>()
  let isRunning = false

  async function run(): Promise<void> {
    isRunning = true
    while (waiting.size > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      const endMs = now() + TURN_MS
      for (const resume of waiting) {
        waiting.delete(resume)
        resume()
        // The work that was resumed runs first.
        await null
        if (now() >= endMs) break
      }
    }
    isRunning = false
  }

  return () =>
    new Promise((resolve) => {
      waiting.add(resolve)
      if (!isRunning) void run()
    })
}
