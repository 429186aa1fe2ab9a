import type { ProblemKind } from '@/lib/contract/problems'
import type { UpstreamError } from '@/lib/upstream/upstream-error'

export interface HealthState {
  /** ISO 8601; null until the first success. */
  readonly lastSuccessAt: string | null
  /** What the last call failed with; null when it succeeded or none was made. */
  readonly failure: ProblemKind | null
}

/**
 * Remembers how the last call went, and logs a line when that changes, not one for each of a thousand polls.
 * @param now milliseconds since the epoch
 */
export function createHealth(log: (line: string) => void, now: () => number = Date.now) {
  let state: HealthState = { lastSuccessAt: null, failure: null }
  return {
    state: (): HealthState => state,
    onOutcome(error: UpstreamError | null): void {
      // "No such vehicle" is an answer of a service in good health.
      if (!error || error.kind === 'not-found') {
        if (state.failure) log('upstream: answers again')
        state = { lastSuccessAt: new Date(now()).toISOString(), failure: null }
        return
      }
      if (error.kind !== state.failure) log(`upstream: ${error.message}`)
      state = { ...state, failure: error.kind }
    },
  }
}
