import { queryOptions } from '@tanstack/react-query'
import { lookUpReference } from './reference-lookup'

/** A spelling that the service knows. */
export interface NearMiss {
  readonly ourRef: string
  readonly make: string | null
}

export interface NearMisses {
  readonly found: readonly NearMiss[]
  /** The service failed or asked for a pause before all were tried. */
  readonly isCutShort: boolean
}

/**
 * Looks up other spellings of a reference one after the other, and stops at the first failure.
 * @throws the signal's AbortError alone
 */
export async function tryNearMisses(
  candidates: readonly string[],
  signal: AbortSignal,
  fetch?: typeof globalThis.fetch,
): Promise<NearMisses> {
  const found: NearMiss[] = []
  for (const ourRef of candidates) {
    const answer = await lookUpReference(ourRef, signal, fetch)
    if (answer.kind === 'failed' || answer.kind === 'pause') return { found, isCutShort: true }
    if (answer.kind === 'found') found.push({ ourRef, make: answer.vehicle?.make ?? null })
  }
  return { found, isCutShort: false }
}

/** Tried once for each reference: repeating it would cost the calls again. */
export function nearMissesQuery(ourRef: string, candidates: readonly string[]) {
  return queryOptions({
    queryKey: ['near-misses', ourRef],
    queryFn: ({ signal }) => tryNearMisses(candidates, signal),
    enabled: candidates.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
