import { queryOptions } from '@tanstack/react-query'
import { call, get } from '@/lib/api/client/call'
import { ApiError, type ApiErrorKind } from '@/lib/api/client/errors'
import type { StatusAnswer } from '@/lib/api/contract/answers'
import { isVehicleId } from '@/lib/interface/identifiers'
import type { Inspected, Vehicle, VehicleSearchObject } from '@/lib/interface/resources'
import { keepVehicleNames } from './names'

/** Status and position of a vehicle that was looked up. */
interface LiveState {
  readonly status: VehicleSearchObject['status']
  readonly mtime: VehicleSearchObject['mtime']
  readonly position: VehicleSearchObject['position']
  readonly unreadable: StatusAnswer['unreadable']
}

interface FoundOutcome {
  readonly kind: 'found'
  readonly vehicle: Inspected<Vehicle>
  /** Null where the service gave none. */
  readonly live: LiveState | null
}

interface FailedOutcome {
  readonly kind: 'failed'
  readonly problem: ApiErrorKind
  readonly detail?: string | undefined
}

/** Outcome of one reference. The records are personal data: in memory only. */
export type LookupOutcome = FoundOutcome | { readonly kind: 'not-found' } | FailedOutcome

/** An outcome, or a pause before the next attempt. */
export type LookupAnswer = LookupOutcome | { readonly kind: 'pause'; readonly pauseMs: number }

// Kerbside's queue is full; it drains within seconds.
const BUSY_PAUSE_MS = 2_000
// Default pause of a rate limit without Retry-After.
const DEFAULT_PAUSE_MS = 5_000

/** Looks one reference up without a cache. @throws the signal's AbortError alone */
export function lookUpReference(
  ourRef: string,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<LookupAnswer> {
  return answerOf(async () => {
    const body = { spellings: [ourRef] }
    const [vehicle] = await call('POST /api/vehicles/by-our-ref', {}, body, { signal, fetch })
    return vehicle ? { kind: 'found', vehicle, live: null } : { kind: 'not-found' }
  })
}

/**
 * As `lookUpReference`, with the vehicle's status and position; their failure
 * does not lose the vehicle.
 */
export async function lookUpVehicle(
  ourRef: string,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<LookupAnswer> {
  const found = await lookUpReference(ourRef, signal, fetch)
  if (found.kind !== 'found' || !isVehicleId(found.vehicle.record.id)) return found
  const { id: vehicleId } = found.vehicle.record
  const answer = await answerOf(async () => {
    const { data } = await get('/api/vehicles/{vehicleId}/status', { vehicleId }, { signal, fetch })
    return { ...found, live: { ...data.record, unreadable: data.unreadable } }
  })
  return answer.kind === 'failed' ? found : answer
}

async function answerOf(request: () => Promise<LookupAnswer>): Promise<LookupAnswer> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const { kind, retryAfterMs, detail } = error
    if (kind === 'rate-limited') return { kind: 'pause', pauseMs: retryAfterMs ?? DEFAULT_PAUSE_MS }
    if (kind === 'busy') return { kind: 'pause', pauseMs: retryAfterMs ?? BUSY_PAUSE_MS }
    return { kind: 'failed', problem: kind, detail: detail || undefined }
  }
}

/** Looks up spellings at once: in their order, null for one that the service does not know. */
export function spellingsQuery(spellings: readonly string[]) {
  return queryOptions({
    queryKey: ['spellings', ...spellings],
    async queryFn({ signal, client }) {
      const body = { spellings: [...spellings] }
      const found = await call('POST /api/vehicles/by-our-ref', {}, body, { signal })
      const records = found.filter((inspected) => inspected !== null).map(({ record }) => record)
      keepVehicleNames(client, records)
      return found
    },
  })
}
