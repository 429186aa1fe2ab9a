import { ApiError, type ApiErrorKind } from '@/lib/api/errors'
import { get } from '@/lib/api/get'

/** Outcome of one reference; of the record only its id. */
export type LookupOutcome =
  | { readonly kind: 'found'; readonly vehicleId: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'failed'; readonly problem: ApiErrorKind }

/** An outcome, or a pause before the next attempt. */
export type LookupAnswer = LookupOutcome | { readonly kind: 'pause'; readonly pauseMs: number }

// Kerbside's queue is full; it drains within seconds.
const BUSY_PAUSE_MS = 2_000
// Default pause of a rate limit without Retry-After.
const UNSAID_PAUSE_MS = 5_000

/**
 * Looks up one reference without a cache: a list requests each once.
 * @throws the signal's AbortError alone
 */
export async function lookUpReference(
  ourRef: string,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<LookupAnswer> {
  const path = `/api/vehicles/by-our-ref?${new URLSearchParams({ our_ref: ourRef })}`
  try {
    const { data } = await get('/api/vehicles/by-our-ref', path, { signal, fetch })
    return { kind: 'found', vehicleId: data.record.id }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return answerOf(error)
  }
}

function answerOf({ kind, problem }: ApiError): LookupAnswer {
  const retryAfterMs = problem?.retryAfterMs ?? null
  switch (kind) {
    case 'not-found':
      return { kind }
    case 'rate-limited':
      return { kind: 'pause', pauseMs: retryAfterMs ?? UNSAID_PAUSE_MS }
    case 'busy':
      return { kind: 'pause', pauseMs: retryAfterMs ?? BUSY_PAUSE_MS }
    default:
      return { kind: 'failed', problem: kind }
  }
}
