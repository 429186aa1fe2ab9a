import type { Call } from '@/lib/upstream/endpoints'
import { UpstreamError } from '@/lib/upstream/upstream-error'

/** The service wants a pause and does not say how long: first so long, then twice as long each time. */
const FIRST_PAUSE_MS = 5_000
const LONGEST_PAUSE_MS = 60_000

/** A key that was rejected is not sent again for so long: some services lock out who insists. */
const REJECTED_KEY_PAUSE_MS = 30_000

/** Keeps every call from a service that asked for a pause or rejected our key. */
export interface Gate {
  /** @throws UpstreamError with the pause that is left */
  pass(call: Call): void
  onSuccess(): void
  onFailure(error: UpstreamError): void
  /** Lets calls through again: there is another key to try. */
  open(): void
  /** Whether it is closed because of the key. */
  waitsForKey(): boolean
}

/** @param now milliseconds of a clock that nobody sets */
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
      // Calls that were under way together are refused together: that is one refusal.
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
