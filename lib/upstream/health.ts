import type { ServiceState } from '@/lib/api/contract/answers'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { UpstreamError } from './upstream-error'

/** Failures of one call to a service that answers: "no such vehicle" is a success. */
const ANSWERS = new Set<ProblemKind>([
  'not-found',
  'request-refused',
  'several-records',
  'too-large',
])

interface HealthState {
  /** ISO 8601. */
  readonly lastSuccessAt: ServiceState['upstream']['lastSuccessAt']
  /** Of the last call; null without one. */
  readonly failure: ProblemKind | null
}

/**
 * Keeps the outcome of the last call, and logs when it changes.
 * @param now milliseconds since the epoch
 */
export function createHealth(log: (line: string) => void, now: () => number = Date.now) {
  let state: HealthState = { lastSuccessAt: null, failure: null }

  return {
    state: () => state,
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
