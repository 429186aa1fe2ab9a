/** Calls per second at the beginning, and after an outage. */
const START = 1
/** A service in trouble is still asked this often, to see when it is over. */
const LOWEST = 0.25
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/**
 * Additive increase, multiplicative decrease: one call per second more with each second that goes well, half with each
 * trouble.
 * @param maximum calls per second
 * @param now milliseconds of a monotonic clock
 */
export function createRate(maximum: number, now: () => number) {
  const lowest = Math.min(LOWEST, maximum)
  let perSecond = Math.min(START, maximum)
  let startedAtMs = Number.NEGATIVE_INFINITY
  let pausedUntilMs = Number.NEGATIVE_INFINITY
  let nextPauseMs = FIRST_PAUSE_MS

  const pause = (ms: number) => {
    pausedUntilMs = Math.max(pausedUntilMs, now() + ms)
  }

  return {
    get perSecond() {
      return perSecond
    },
    /** Milliseconds until the next call may begin. */
    waitMs: () => Math.max(0, startedAtMs + 1000 / perSecond - now(), pausedUntilMs - now()),
    onStart() {
      startedAtMs = now()
    },
    onSuccess() {
      perSecond = Math.min(maximum, perSecond + 1 / Math.max(1, perSecond))
      nextPauseMs = FIRST_PAUSE_MS
    },
    onTrouble() {
      perSecond = Math.max(lowest, perSecond / 2)
    },
    /** The service asked for a pause. @param ms null where it did not say how long */
    onPause(ms: number | null) {
      perSecond = Math.max(lowest, perSecond / 2)
      pause(ms ?? nextPauseMs)
      if (ms === null) nextPauseMs = Math.min(nextPauseMs * 2, LONGEST_PAUSE_MS)
    },
    /** The other nodes made the calls of this time. */
    onShare: pause,
    /** No call is made for this long: the breaker is open, or another call was asked for a pause. */
    onOutage(ms: number) {
      perSecond = Math.min(perSecond, START)
      pause(ms)
    },
  }
}
