import type { Call } from '@/lib/upstream/endpoints'
import { UpstreamError } from '@/lib/upstream/upstream-error'

/** First pause after a 429 without Retry-After; doubled each time. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/** Pause after a rejected key: some services lock out a client that insists. */
const REJECTED_KEY_PAUSE_MS = 30_000

/** Holds back calls while the service asked for a pause or rejected our key. */
export interface Gate {
  /** @throws UpstreamError with the remaining pause */
  pass(call: Call): void
  onSuccess(): void
  onFailure(error: UpstreamError): void
  /** Opens the gate, for a new key. */
  open(): void
  /** Whether it is closed because of the key. */
  waitsForKey(): boolean
}

/** @param now milliseconds of a monotonic clock */
export function createGate(now: () => number): Gate {
  let closed: { kind: 'rate-limited' | 'upstream-auth'; until: number } | null = null
  let nextPauseMs = FIRST_PAUSE_MS
  const close = (kind: 'rate-limited' | 'upstream-auth', ms: number) => {
    closed = { kind, until: Math.max(closed?.until ?? 0, now() + ms) }
  }
  return {
    pass({ endpoint }) {
      if (!closed) return
      const leftMs = Math.ceil(closed.until - now())
      if (leftMs <= 0) {
        closed = null
        return
      }
      const why = closed.kind === 'upstream-auth' ? 'our key was rejected' : 'the service wants a pause'
      throw new UpstreamError(closed.kind, `GET ${endpoint}: not asked, ${why}, ${leftMs} ms left`, {
        retryAfterMs: leftMs,
      })
    },
    onSuccess() {
      nextPauseMs = FIRST_PAUSE_MS
    },
    onFailure({ kind, retryAfterMs }) {
      if (kind === 'upstream-auth') close(kind, REJECTED_KEY_PAUSE_MS)
      if (kind !== 'rate-limited') return
      // Concurrent calls are refused together: count one refusal.
      const isSameRefusal = closed?.kind === kind && closed.until > now()
      if (retryAfterMs === null && isSameRefusal) return
      close(kind, retryAfterMs ?? nextPauseMs)
      if (retryAfterMs === null) nextPauseMs = Math.min(nextPauseMs * 2, LONGEST_PAUSE_MS)
    },
    open() {
      closed = null
    },
    waitsForKey: () => closed?.kind === 'upstream-auth' && closed.until > now(),
  }
}
