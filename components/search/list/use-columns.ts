import { useMemo } from 'react'
import { storageKeys, useStored } from '@/components/layout/storage'
import { COLUMN_NAMES, type ColumnName } from '@/components/search/attributes'

export function useColumns() {
  const [text, set] = useStored(storageKeys.columns)
  return {
    chosen: useMemo(() => parseColumns(text), [text]),
    choose(names: readonly ColumnName[]) {
      const inOrder = COLUMN_NAMES.filter((name) => names.includes(name)).join()
      set(inOrder === DEFAULT_COLUMNS.join() ? null : inOrder)
    },
  }
}

export const DEFAULT_COLUMNS: readonly ColumnName[] = [
  'status',
  'status_time',
  'types',
  'seats',
  'near',
]

/**
 * Reads the stored choice; the default when there is none. Unknown names, of
 * another version, are left out.
 */
export function parseColumns(text: string | null): readonly ColumnName[] {
  if (text === null) return DEFAULT_COLUMNS
  const names = text.split(',')
  return COLUMN_NAMES.filter((name) => names.includes(name))
}
