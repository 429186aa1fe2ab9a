import {
  type PaceState,
  QUICK_ANSWER_MS,
  SLOW_ANSWER_MS,
  type SlowdownCause,
} from '@/lib/api/contract/answers'
import type { UpstreamError } from '@/lib/upstream/upstream-error'

/** Calls per second. */
const LOWEST = 4
const HALF = 0.475
const AVERAGED_ANSWERS = 10
/** Quick answers for this long, and this many, allow a step more. */
const STEP_MS = 60_000
const STEP_ANSWERS = 10
const STEPS_TO_MAXIMUM = 12
/** After failures and slowness, the first pace is regained in steps of a second. */
const REGAIN_MS = 1_000
const STEPS_TO_FIRST = 20

/** Calls per second. */
interface PaceLimits {
  readonly start: number
  readonly maximum: number
}

export type Pace = ReturnType<typeof createPace>

/**
 * Calls per second that the service bears: a step more for each minute of quick answers,
 * half at once after trouble.
 * @param now milliseconds of a monotonic clock
 * @param date milliseconds since the epoch
 */
export function createPace(
  { start, maximum }: PaceLimits,
  now: () => number,
  date: () => number = Date.now,
) {
  const first = Math.min(start, maximum)
  const lowest = Math.min(LOWEST, first)
  const step = Math.max(1, Math.round(maximum / STEPS_TO_MAXIMUM))
  const regainStep = Math.max(1, Math.round(first / STEPS_TO_FIRST))
  let perSecond = first
  let regainTo = perSecond
  let averageMs = 0
  let quickSinceMs: number | null = null
  let quickAnswers = 0
  let reducedAtMs = Number.NEGATIVE_INFINITY
  let lastReduction: PaceState['lastReduction'] = null

  function reduce(cause: SlowdownCause): void {
    const from = perSecond
    perSecond = Math.max(lowest, Math.floor(from / 2))
    // Regaining it soon would bring about the next 429.
    if (cause === 429) regainTo = Math.min(regainTo, perSecond)
    averageMs = 0
    quickSinceMs = null
    reducedAtMs = now()
    if (perSecond === from) return
    lastReduction = {
      cause,
      from,
      to: perSecond,
      at: new Date(date()).toISOString(),
    }
  }

  return {
    /** Whole number. */
    get perSecond() {
      return perSecond
    },
    /**
     * Of live calls, and of all others: a twentieth less than half, since delays on the
     * way bring calls together.
     */
    half: () => perSecond * HALF,
    /** @param startedAtMs when the call began, on the monotonic clock; so `answeredAtMs` */
    onAnswer(startedAtMs: number, answeredAtMs: number) {
      // Calls begun before a reduction say nothing about its effect.
      if (startedAtMs <= reducedAtMs) return
      averageMs += (answeredAtMs - startedAtMs - averageMs) / AVERAGED_ANSWERS
      if (averageMs > SLOW_ANSWER_MS) return reduce('slow')
      if (averageMs > QUICK_ANSWER_MS) {
        quickSinceMs = null
        return
      }

      if (quickSinceMs === null) quickAnswers = 0
      quickSinceMs ??= now()
      quickAnswers++
      const quickMs = now() - quickSinceMs
      if (perSecond < regainTo) {
        if (quickMs < REGAIN_MS) return
        perSecond = Math.min(maximum, perSecond + regainStep)
      } else {
        if (quickMs < STEP_MS || quickAnswers < STEP_ANSWERS) return
        perSecond = Math.min(maximum, perSecond + step)
      }
      regainTo = Math.max(regainTo, Math.min(first, perSecond))
      quickSinceMs = null
    },
    onFailure({ kind, status }: UpstreamError, startedAtMs: number): void {
      if (startedAtMs <= reducedAtMs) return
      if (status === 429 || (status ?? 0) >= 500) reduce(status as number)
      else if (kind === 'upstream-timeout' || kind === 'upstream-unreachable') reduce(kind)
    },
    state: (): PaceState => ({
      perSecond,
      maximum,
      averageMs: Math.round(averageMs),
      lastReduction,
    }),
  }
}
