import { ApiError, type ApiErrorKind } from '@/lib/api/errors'
import { get } from '@/lib/api/get'

/** What became of one reference; nothing of the record but its id. */
export type LookupOutcome =
  | { readonly kind: 'found'; readonly vehicleId: string }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'failed'; readonly problem: ApiErrorKind }

/** An outcome, or that the server wants to be asked again after a while. */
export type LookupAnswer = LookupOutcome | { readonly kind: 'pause'; readonly pauseMs: number }

// Kerbside's own queue is full: it goes through it within seconds.
const BUSY_PAUSE_MS = 2_000
// The service wants a pause and the answer does not say how long.
const UNSAID_PAUSE_MS = 5_000

/**
 * Looks one reference up, past every cache: in a long list each is asked for once.
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
