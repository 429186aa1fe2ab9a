import type { SortBy } from '@/components/ui/table/sort-header'
import { kindOf, type OutcomeKind, reasonOf } from './list-outcomes'
import type { ListRow } from './list-state'

export type ListSort = SortBy<'line' | 'our_ref' | 'result'>

export const AS_LISTED: ListSort = { by: 'line', descending: false }

const collator = new Intl.Collator('en-GB', { numeric: true })

// Failures first.
const ranks: Record<OutcomeKind, number> = { failed: 0, 'not-found': 1, skipped: 2, waiting: 3, found: 4 }

const orders: Record<ListSort['by'], (a: ListRow, b: ListRow) => number> = {
  line: (a, b) => a.line - b.line,
  our_ref: (a, b) => collator.compare(a.ourRef, b.ourRef),
  result: (a, b) =>
    ranks[kindOf(a)] - ranks[kindOf(b)] || collator.compare(reasonOf(a) ?? '', reasonOf(b) ?? ''),
}

/** Sorts rows; ties keep the order of the list. */
export function sortRows(rows: readonly ListRow[], { by, descending }: ListSort): readonly ListRow[] {
  const turn = descending ? -1 : 1
  return rows.toSorted((a, b) => turn * orders[by](a, b))
}
