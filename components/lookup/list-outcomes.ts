import { problemKinds } from '@/lib/contract/problems'
import { formatCsv } from '@/lib/format/csv'
import type { LookupOutcome } from '@/lib/queries/reference-lookup'
import type { ListRow } from './list-state'

export type OutcomeKind = LookupOutcome['kind'] | 'waiting'

export const outcomeWords: Record<OutcomeKind, string> = {
  found: 'Found',
  'not-found': 'Not found',
  failed: 'Failed',
  waiting: 'Waiting',
}

export function kindOf({ outcome }: ListRow): OutcomeKind {
  return outcome?.kind ?? 'waiting'
}

/** Reason of a failed look-up; null for other outcomes. */
export function problemOf({ outcome }: ListRow): string | null {
  if (outcome?.kind !== 'failed') return null
  return outcome.problem === 'kerbside-unreachable'
    ? 'Kerbside cannot be reached'
    : problemKinds[outcome.problem].title
}

/** The list as CSV, in the displayed order. */
export function listCsv(rows: readonly ListRow[]): string {
  return formatCsv([
    ['line', 'our_ref', 'result', 'vehicle_id', 'problem'],
    ...rows.map((row) => [
      row.line,
      row.ourRef,
      outcomeWords[kindOf(row)].toLowerCase(),
      row.outcome?.kind === 'found' ? row.outcome.vehicleId : null,
      problemOf(row),
    ]),
  ])
}
