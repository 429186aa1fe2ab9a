import type { CountsAt } from '@/lib/contract/recording'
import type { CircleVisitor } from '@/lib/contract/recording-questions'
import { type Cell, formatCsv } from '@/lib/format/csv'
import { utc } from './track'

const HEADER = [
  'vehicle',
  'our_ref',
  'licence_plate',
  'first_utc',
  'last_utc',
  'begin_known',
  'end_known',
  'passed_only',
  'statuses',
]

/** One row a visit. */
export function formatVisitorsCsv(visitors: readonly CircleVisitor[]): string {
  const rows = visitors.flatMap(({ id, directory, visits, statuses }) =>
    visits.map(({ firstMs, lastMs, isBeginKnown, isEndKnown, isPassing }): Cell[] => [
      ...[id, directory?.our_ref ?? null, directory?.licence_plate ?? null],
      ...[utc(firstMs), utc(lastMs), yes(isBeginKnown), yes(isEndKnown), yes(isPassing)],
      statuses.map((status) => status ?? '').join(' '),
    ]),
  )
  return formatCsv([HEADER, ...rows])
}

const yes = (is: boolean) => (is ? 'yes' : 'no')

/** One row a time, one column a status; vehicles without a status under `no status`. */
export function formatCountsCsv(counts: readonly CountsAt[], statuses: readonly string[]): string {
  const header = ['time_utc', 'total', ...statuses.map((status) => (status === '' ? 'no status' : status))]
  const rows = counts.map(({ atMs, total, byStatus }) => [
    utc(atMs),
    total,
    ...statuses.map((status) => byStatus[status] ?? 0),
  ])
  return formatCsv([header, ...rows])
}
