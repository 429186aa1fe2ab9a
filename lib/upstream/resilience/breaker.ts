import { UpstreamError } from '@/lib/upstream/upstream-error'
import { createFailureWindow } from './failure-window'

const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 15_000

export type BreakerState = 'closed' | 'open' | 'half-open'

/** The breaker is open: no call is made. */
export class BreakerOpen extends Error {
  override readonly name = 'BreakerOpen'
  /** Until the next attempt. */
  readonly leftMs: number

  constructor(leftMs: number) {
    super(`open for ${leftMs} ms`)
    this.leftMs = leftMs
  }
}

/**
 * Circuit breaker: opens after five failures in a row, or when half of at least ten calls in ten seconds failed.
 * Why not a library's: docs/decisions/003-own-breaker.md.
 * @param now milliseconds of a monotonic clock
 */
export function createBreaker(now: () => number) {
  const window = createFailureWindow(now)
  /** Null while closed. */
  let open: { readonly pauseMs: number; readonly untilMs: number } | null = null
  let probe: Promise<unknown> | null = null

  /** The pause counts from the start of the failed attempt. */
  function keepOpen(pauseMs: number, fromMs: number): void {
    open = { pauseMs, untilMs: Math.max(fromMs + pauseMs, now() + FIRST_PAUSE_MS) }
    window.clear()
  }

  async function ask<T>(work: () => Promise<T>): Promise<T> {
    const startedAtMs = now()
    try {
      const answer = await work()
      if (!open) window.succeeded()
      return answer
    } catch (error) {
      // Ignore calls that began before the breaker opened.
      if (!open && isOutage(error) && window.failed()) keepOpen(FIRST_PAUSE_MS, startedAtMs)
      throw error
    }
  }

  async function askAsProbe<T>(work: () => Promise<T>, pauseMs: number): Promise<T> {
    const startedAtMs = now()
    try {
      const answer = await work()
      open = null
      return answer
    } catch (error) {
      if (isOutage(error)) keepOpen(Math.min(pauseMs * 2, LONGEST_PAUSE_MS), startedAtMs)
      // A refusal counts as an answer; an abandoned trial call leaves the trial to the next call.
      else if (isAnswer(error)) open = null
      throw error
    } finally {
      probe = null
    }
  }

  return {
    /** @throws BreakerOpen while open */
    async execute<T>(work: () => Promise<T>): Promise<T> {
      while (probe) await probe.catch(() => undefined)
      if (!open) return ask(work)
      const leftMs = Math.ceil(open.untilMs - now())
      if (leftMs > 0) throw new BreakerOpen(leftMs)
      const answer = askAsProbe(work, open.pauseMs)
      probe = answer
      return answer
    },
    /** Works while the breaker is closed only, and its outcome does not count. @throws BreakerOpen otherwise */
    async executeUncounted<T>(work: () => Promise<T>): Promise<T> {
      if (open) throw new BreakerOpen(Math.max(FIRST_PAUSE_MS, Math.ceil(open.untilMs - now())))
      return work()
    },
    state: (): BreakerState => (probe ? 'half-open' : open ? 'open' : 'closed'),
  }
}

/** Whether a failure concerns the whole service, not one record, one page or our key. */
export function isOutage(error: unknown): boolean {
  if (!(error instanceof UpstreamError)) return false
  switch (error.kind) {
    case 'upstream-unreachable':
    case 'upstream-tls':
    case 'upstream-timeout':
    case 'bad-response':
      return true
    case 'upstream-error':
      return (error.status ?? 0) >= 500
    default:
      return false
  }
}

function isAnswer(error: unknown): boolean {
  return error instanceof UpstreamError && error.status !== null
}
