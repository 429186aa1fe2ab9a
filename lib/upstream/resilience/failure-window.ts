const IN_A_ROW = 5
const SHARE = 0.5
const LEAST_CALLS = 10
const WINDOW_MS = 10_000
const SLICE_MS = 1_000

interface Slice {
  readonly atMs: number
  calls: number
  failures: number
}

/**
 * Counts recent outcomes: five failures in a row, or half of at least ten calls within ten seconds, are too many.
 * @param now milliseconds of a monotonic clock
 */
export function createFailureWindow(now: () => number) {
  let slices: Slice[] = []
  let inARow = 0

  function note(failures: 0 | 1): void {
    const nowMs = now()
    slices = slices.filter(({ atMs }) => nowMs - atMs < WINDOW_MS)
    let newest = slices.at(-1)
    if (!newest || nowMs - newest.atMs >= SLICE_MS) {
      newest = { atMs: nowMs, calls: 0, failures: 0 }
      slices.push(newest)
    }
    newest.calls += 1
    newest.failures += failures
    inARow = failures ? inARow + 1 : 0
  }

  return {
    succeeded: (): void => note(0),
    /** @returns whether the failures are too many */
    failed(): boolean {
      note(1)
      if (inARow >= IN_A_ROW) return true
      const calls = slices.reduce((sum, slice) => sum + slice.calls, 0)
      const failures = slices.reduce((sum, slice) => sum + slice.failures, 0)
      return calls >= LEAST_CALLS && failures >= calls * SHARE
    },
    clear(): void {
      slices = []
      inARow = 0
    },
  }
}
