import {
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhen,
  type IBreaker,
  noJitterGenerator,
  SamplingBreaker,
} from 'cockatiel'
import { UpstreamError } from './upstream-error'

const IN_A_ROW = 5
const SHARE = 0.5
const WINDOW_MS = 10_000
// Cockatiel counts by the second: ten calls in the window.
const CALLS_PER_SECOND = 1
const FIRST_PAUSE_MS = 2_000
const LONGEST_PAUSE_MS = 15_000

export type BreakerState = 'closed' | 'open' | 'half-open'

const states: Partial<Record<CircuitState, BreakerState>> = {
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
}

/**
 * Stops asking a service that is down, and tries one call now and then.
 * Opens after five failures in a row, or when half of at least ten calls in ten seconds failed.
 */
export function createBreaker() {
  const policy = circuitBreaker(handleWhen(isOutage), {
    breaker: either(
      new ConsecutiveBreaker(IN_A_ROW),
      new SamplingBreaker({ threshold: SHARE, duration: WINDOW_MS, minimumRps: CALLS_PER_SECOND }),
    ),
    halfOpenAfter: new ExponentialBackoff({
      initialDelay: FIRST_PAUSE_MS,
      maxDelay: LONGEST_PAUSE_MS,
      generator: noJitterGenerator,
    }),
  })
  return {
    /** @throws BrokenCircuitError while the service is not asked */
    execute: <T>(work: () => Promise<T>): Promise<T> => policy.execute(work),
    state: (): BreakerState => states[policy.state] ?? 'closed',
  }
}

/** A failure of the service as a whole. What it says about one record, one page or our key is none. */
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

/** Opens when one of two would; both are told of everything. */
function either(a: IBreaker, b: IBreaker): IBreaker {
  return {
    state: null,
    success(state) {
      a.success(state)
      b.success(state)
    },
    failure(state) {
      const opens = [a.failure(state), b.failure(state)]
      return opens.includes(true)
    },
  }
}
