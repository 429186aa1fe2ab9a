import { problemKinds } from '@/lib/api/contract/problems'
import { formatCsv } from '@/lib/format/csv'
import type { Position } from '@/lib/interface/resources'
import type { ListRow, RowOutcome } from './list-run'

export type OutcomeKind = RowOutcome['kind'] | 'waiting'

export const outcomeWords: Record<OutcomeKind, string> = {
  found: 'Found',
  'not-found': 'Not found',
  failed: 'Failed',
  skipped: 'Skipped',
  waiting: 'Waiting',
}

export const WITHHELD = 'Not shown to viewers'

export function kindOf({ outcome }: ListRow): OutcomeKind {
  return outcome?.kind ?? 'waiting'
}

/** Reason of a failed look-up or a skipped line; null for other outcomes. */
export function reasonOf({ outcome }: ListRow): string | null {
  if (outcome?.kind === 'skipped') return outcome.why
  if (outcome?.kind !== 'failed') return null
  if (outcome.problem === 'kerbside-unreachable') return 'Kerbside cannot be reached'
  const { title } = problemKinds[outcome.problem]
  return outcome.detail ? `${title}. ${outcome.detail}` : title
}

/** Position of a found vehicle at the time of its look-up. */
export function positionOf({ outcome }: ListRow): Position | null {
  return (outcome?.kind === 'found' && outcome.vehicle?.live?.position) || null
}

/** The list as CSV, in the displayed order. */
export function listCsv(rows: readonly ListRow[]): string {
  return formatCsv([
    [
      'line',
      'our_ref',
      'result',
      'reason',
      'vehicle_id',
      'make',
      'licence_plate',
      'driver_name',
      'status',
      'mtime',
      'lat',
      'lng',
    ],
    ...rows.map((row) => {
      const found = row.outcome?.kind === 'found' ? row.outcome : null
      const vehicle = found?.vehicle
      const live = vehicle?.live
      return [
        row.line,
        row.ourRef,
        outcomeWords[kindOf(row)].toLowerCase(),
        reasonOf(row),
        found?.vehicleId ?? null,
        vehicle?.make ?? null,
        vehicle?.licencePlate ?? null,
        vehicle?.isDriverWithheld ? WITHHELD : (vehicle?.driverName ?? null),
        live?.status ?? null,
        live?.mtime ?? null,
        live?.position?.lat ?? null,
        live?.position?.lng ?? null,
      ]
    }),
  ])
}
