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
