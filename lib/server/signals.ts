/**
 * Ctrl-C under npm arrives twice, from the terminal and from npm: two
 * signals this close count as one.
 */
const SAME_PRESS_MS = 500

/** Limit for a hanging stop, such as a database that does not answer. */
const LONGEST_STOP_MS = 4_500

/**
 * The first SIGINT or SIGTERM stops gracefully, with the code of `stop`; a
 * second one exits at once.
 */
export function onSignals(
  stop: () => Promise<number>,
  now: () => number = () => performance.now(),
  longestMs = LONGEST_STOP_MS,
): void {
  let firstMs: number | null = null
  const handle = (signal: NodeJS.Signals) => {
    if (firstMs !== null) {
      if (now() - firstMs > SAME_PRESS_MS) process.exit(signal === 'SIGINT' ? 130 : 143)
      return
    }
    firstMs = now()
    setTimeout(() => {
      process.stderr.write(`Not stopped after ${longestMs} ms: exiting\n`)
      process.exit(1)
    }, longestMs).unref()
    stop().then(
      (code) => process.exit(code),
      (error: unknown) => {
        process.stderr.write(`Stopping failed: ${error}\n`)
        process.exit(1)
      },
    )
  }
  process.on('SIGINT', handle)
  process.on('SIGTERM', handle)
}
