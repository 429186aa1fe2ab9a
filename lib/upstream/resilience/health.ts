import type { ProblemKind } from '@/lib/api/contract/problems'
import type { UpstreamError } from '@/lib/upstream/upstream-error'

export interface HealthState {
  /** ISO 8601; null until the first success. */
  readonly lastSuccessAt: string | null
  /** Failure of the last call; null after a success or before the first call. */
  readonly failure: ProblemKind | null
}

/** Failures of one call to a service that answers: "no such vehicle" is a success. */
const ANSWERS = new Set<ProblemKind>(['not-found', 'request-refused', 'several-records', 'too-large'])

/**
 * Keeps the outcome of the last call, and logs when it changes.
 * @param now milliseconds since the epoch
 */
export function createHealth(log: (line: string) => void, now: () => number = Date.now) {
  let state: HealthState = { lastSuccessAt: null, failure: null }
  return {
    state: (): HealthState => state,
    onOutcome(error: UpstreamError | null): void {
      if (error && !ANSWERS.has(error.kind)) {
        if (error.kind !== state.failure) log(`upstream: ${error.message}`)
        state = { ...state, failure: error.kind }
        return
      }
      if (state.failure) log('upstream: answers again')
      const isSuccess = !error || error.kind === 'not-found'
      state = {
        lastSuccessAt: isSuccess ? new Date(now()).toISOString() : state.lastSuccessAt,
        failure: null,
      }
    },
  }
}
