import type { ListState } from '@/components/bookings/opened/opened-store'
import type { ListedRecord } from './listed-record'

/**
 * Rows that stay where they are while others arrive: those of `held` in its order, as they are now.
 * @param sorted records that match the filters, in their order
 * @param held indices of the rows; null for all of `sorted`
 * @returns the rows, and how many of `sorted` are not among them
 */
export function holdOrder(
  records: readonly ListedRecord[],
  sorted: readonly ListedRecord[],
  held: readonly number[] | null,
): { readonly rows: readonly ListedRecord[]; readonly waiting: number } {
  if (held === null) return { rows: sorted, waiting: 0 }
  const byIndex = new Map(records.map((record) => [record.index, record]))
  const rows = held.flatMap((index) => byIndex.get(index) ?? [])
  const shown = new Set(held)
  return { rows, waiting: sorted.filter(({ index }) => !shown.has(index)).length }
}

/**
 * Rows that keep their places after a row was selected or the list was scrolled: all of them, until the list is at its
 * top again without a selection.
 */
export function heldAfter(
  { held, selected }: Pick<ListState, 'held' | 'selected'>,
  rows: readonly ListedRecord[],
  input: { readonly index: number } | { readonly scrollTop: number },
): readonly number[] | null {
  const isMoved = 'index' in input || input.scrollTop > 0
  if (isMoved) return held ?? rows.map(({ index }) => index)
  return selected === null ? null : held
}
