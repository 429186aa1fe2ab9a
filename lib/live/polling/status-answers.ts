import type { AreaSearch, Departure, DepartureReason, ListedRow } from '@/lib/api/contract/live'
import { distanceMetres } from '@/lib/interface/geometry'
import { haveSameStatus, normaliseStatus } from '@/lib/interface/statuses'
import type { ServiceClient } from '@/lib/upstream/service'
import { UpstreamError } from '@/lib/upstream/upstream-error'

/** Vehicles that `/status` is asked for after a sweep. */
export const STATUS_CALLS_MAXIMUM = 5

interface StatusClient {
  readonly getVehicleStatus: ServiceClient['getVehicleStatus']
}

interface StatusAnswers {
  readonly answers: readonly Departure[]
  /** Vehicles that the service refused to be asked about. */
  readonly refused: number
  /** The pause that it asked for; null for none. */
  readonly retryAfterMs: number | null
}

/**
 * Looks up sequentially what became of vehicles that the list lacks; only of the
 * first STATUS_CALLS_MAXIMUM.
 * @throws only the signal's reason
 */
export async function readStatuses(
  client: StatusClient,
  area: AreaSearch,
  missed: readonly ListedRow[],
  signal: AbortSignal,
): Promise<StatusAnswers> {
  const answers: Departure[] = []
  let refused = 0
  for (const before of missed.slice(0, STATUS_CALLS_MAXIMUM)) {
    const { id } = before
    try {
      const { data } = await client.getVehicleStatus(id, { signal })
      const { unreadable } = data
      const record: ListedRow = unreadable.length > 0 ? { ...data.record, unreadable } : data.record
      answers.push({ id, reason: reasonOf(area, before, record), record })
    } catch (error) {
      signal.throwIfAborted()
      const failure = error instanceof UpstreamError ? error : null
      const kind = failure?.kind
      const reason = kind === 'not-found' ? 'not-found' : 'not-answered'
      // A refusal gives no reason, and is an answer.
      if (kind !== 'request-refused') answers.push({ id, reason, record: null })
      if (kind === 'request-refused' || kind === 'upstream-forbidden') refused += 1
      if (kind === 'rate-limited')
        return { answers, refused, retryAfterMs: failure?.retryAfterMs ?? null }
    }
    signal.throwIfAborted()
  }
  return { answers, refused, retryAfterMs: null }
}

/** @param before as last listed; @param now as `/status` answers */
export function reasonOf(
  { position, radius, type }: AreaSearch,
  before: ListedRow,
  now: ListedRow,
): DepartureReason {
  if (now.position && distanceMetres(position, now.position) > radius) return 'left-area'
  if (!haveSameStatus(now, before)) return 'status-changed'
  if (type !== null && now.type !== type) return 'type-changed'
  return 'not-listed'
}

/**
 * Whether a vehicle that the list lacks belongs into it.
 * @param statuses of listed vehicles: a service may list those of some statuses only
 */
export function isThere(
  { reason, record }: Departure,
  statuses: ReadonlySet<string | null>,
): boolean {
  if (reason === 'not-listed') return true
  if (reason !== 'status-changed' || record === null) return false
  return statuses.has(comparedStatus(record.status))
}

export function comparedStatus(status: string | null): string | null {
  return status === null ? null : normaliseStatus(status)
}
