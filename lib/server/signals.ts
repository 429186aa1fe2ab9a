/** Ctrl-C under npm arrives twice, from the terminal and from npm; so close together, two are one. */
const SAME_PRESS_MS = 500

/** What hangs, such as a database that does not answer, must not keep the process for longer. */
const LONGEST_STOP_MS = 9_500

/**
 * The first SIGINT or SIGTERM stops in good order, a second one at once.
 * @param stop ends the process's work; the process then exits with what it resolves to
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
      process.stderr.write(`Not stopped in good order after ${longestMs} ms\n`)
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
