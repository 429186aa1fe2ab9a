import type { ProblemKind } from '@/lib/contract/problems'
import type { UpstreamError } from '@/lib/upstream/upstream-error'

export interface HealthState {
  /** ISO 8601; null until the first success. */
  readonly lastSuccessAt: string | null
  /** Failure of the last call; null after a success or before the first call. */
  readonly failure: ProblemKind | null
}

const OF_ONE_CALL = new Set<ProblemKind>(['request-refused', 'too-large'])

/**
 * Keeps the outcome of the last call, and logs when it changes.
 * @param now milliseconds since the epoch
 */
export function createHealth(log: (line: string) => void, now: () => number = Date.now) {
  let state: HealthState = { lastSuccessAt: null, failure: null }
  return {
    state: (): HealthState => state,
    onOutcome(error: UpstreamError | null): void {
      // They concern the one call, and a service that refuses it has answered.
      if (error && OF_ONE_CALL.has(error.kind)) {
        state = { ...state, failure: null }
        return
      }
      // "No such vehicle" is an answer of a healthy service.
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
