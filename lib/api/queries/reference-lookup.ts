import { queryOptions } from '@tanstack/react-query'
import { call, get } from '@/lib/api/client/call'
import { ApiError, type ApiErrorKind } from '@/lib/api/client/errors'
import { isVehicleId } from '@/lib/interface/identifiers'
import type { Position } from '@/lib/interface/resources'
import { keepVehicleNames } from './vehicle-names'

/** Fields of a found vehicle that lists show. Personal data: in memory only. */
export interface FoundVehicle {
  readonly make: string | null
  readonly licencePlate: string | null
  readonly driverName: string | null
  /** The reader's role does not see the driver. */
  readonly isDriverWithheld: boolean
  /** Null where the service gave none. */
  readonly live: LiveState | null
}

export interface LiveState {
  readonly status: string | null
  /** As received. */
  readonly mtime: string | null
  readonly position: Position | null
}

/** Outcome of one reference; of the record only its id after a reload. */
export type LookupOutcome =
  | { readonly kind: 'found'; readonly vehicleId: string; readonly vehicle?: FoundVehicle }
  | { readonly kind: 'not-found' }
  | { readonly kind: 'failed'; readonly problem: ApiErrorKind; readonly detail?: string | undefined }

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
export function lookUpReference(
  ourRef: string,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<LookupAnswer> {
  return answerOf(async () => {
    const { data } = await get('/api/vehicles/by-our-ref', { our_ref: ourRef }, { signal, fetch })
    const { id, make, licence_plate, driver_name } = data.record
    const vehicle: FoundVehicle = {
      make,
      licencePlate: licence_plate,
      driverName: driver_name,
      isDriverWithheld: data.withheld?.includes('driver_name') ?? false,
      live: null,
    }
    return { kind: 'found', vehicleId: id, vehicle }
  })
}

/** As `lookUpReference`, with the vehicle's status and position; their failure does not lose the vehicle. */
export async function lookUpVehicle(
  ourRef: string,
  signal: AbortSignal,
  fetch: typeof globalThis.fetch = globalThis.fetch,
): Promise<LookupAnswer> {
  const found = await lookUpReference(ourRef, signal, fetch)
  if (found.kind !== 'found' || !found.vehicle || !isVehicleId(found.vehicleId)) return found
  const { vehicleId } = found
  let live: LiveState | null = null
  const answer = await answerOf(async () => {
    const { data } = await get('/api/vehicles/{vehicleId}/status', { vehicleId }, { signal, fetch })
    const { status, mtime, position } = data.record
    live = { status, mtime, position }
    return found
  })
  return answer.kind === 'pause' ? answer : { ...found, vehicle: { ...found.vehicle, live } }
}

async function answerOf(request: () => Promise<LookupAnswer>): Promise<LookupAnswer> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return answerOfError(error)
  }
}

function answerOfError({ kind, problem, detail }: ApiError): LookupAnswer {
  const retryAfterMs = problem?.retryAfterMs ?? null
  switch (kind) {
    case 'not-found':
      return { kind }
    case 'rate-limited':
      return { kind: 'pause', pauseMs: retryAfterMs ?? UNSAID_PAUSE_MS }
    case 'busy':
      return { kind: 'pause', pauseMs: retryAfterMs ?? BUSY_PAUSE_MS }
    default:
      return { kind: 'failed', problem: kind, detail: detail || undefined }
  }
}

/** Looks up spellings at once: in their order, null for one that the service does not know. */
export function spellingsQuery(spellings: readonly string[]) {
  return queryOptions({
    queryKey: ['spellings', ...spellings],
    queryFn: async ({ signal, client }) => {
      const found = await call('POST /api/vehicles/by-our-ref', {}, { spellings: [...spellings] }, { signal })
      keepVehicleNames(
        client,
        found.flatMap((inspected) => inspected?.record ?? []),
      )
      return found
    },
  })
}
