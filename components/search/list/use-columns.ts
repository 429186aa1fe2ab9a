'use client'

import { useMemo } from 'react'
import { storageKeys, useStored } from '@/components/layout/storage'
import { type Attribute, attributes, COLUMN_NAMES, type ColumnName } from '@/components/search/attributes'

/** The columns of this browser's lists, and how to choose others. */
export function useColumns() {
  const [text, set] = useStored(storageKeys.columns)
  return {
    chosen: useMemo(() => parseColumns(text), [text]),
    choose: (names: readonly ColumnName[]) =>
      set(names.join() === DEFAULT_COLUMNS.join() ? null : names.join()),
  }
}

/** Unless chosen otherwise. */
export const DEFAULT_COLUMNS: readonly ColumnName[] = ['status', 'status_time', 'seats', 'types', 'near']

// As stored by versions before.
const EARLIER_NAMES: Readonly<Record<string, ColumnName>> = { functions: 'function' }

/** Reads the stored choice; the default when there is none. Unknown names, of another version, are left out. */
export function parseColumns(text: string | null): readonly ColumnName[] {
  if (text === null) return DEFAULT_COLUMNS
  const names = text.split(',').map((name) => EARLIER_NAMES[name] ?? name)
  return inPlaces([...new Set(names)].filter((name) => COLUMN_NAMES.includes(name as ColumnName)))
}

/** Adds a column at the end of the chosen ones, or takes it out. */
export function toggled(chosen: readonly ColumnName[], name: ColumnName): readonly ColumnName[] {
  return inPlaces(chosen.includes(name) ? chosen.filter((one) => one !== name) : [...chosen, name])
}

/** Moves a chosen column by one place: -1 to the front, 1 to the end. */
export function moved(chosen: readonly ColumnName[], name: ColumnName, by: -1 | 1): readonly ColumnName[] {
  const from = chosen.indexOf(name)
  const to = from + by
  if (from < 0 || to < 0 || to >= chosen.length) return chosen
  return inPlaces(chosen.toSpliced(from, 1).toSpliced(to, 0, name))
}

/** The status first, the address last. */
function inPlaces(names: readonly string[]): readonly ColumnName[] {
  const chosen = names as readonly ColumnName[]
  const at = (place: Attribute['column']) => chosen.filter((name) => attributes[name].column === place)
  return [...at('first').sort(), ...at('chosen'), ...at('last')]
}
