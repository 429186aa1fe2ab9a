'use client'

import { useSyncExternalStore } from 'react'
import { type ColumnName, DEFAULT_COLUMNS, parseColumns } from '@/components/search/attributes'
import { readStored, storageKeys, writeStored } from '@/lib/browser/storage'

let chosen: readonly ColumnName[] | undefined
const listeners = new Set<() => void>()
let isListening = false

function current(): readonly ColumnName[] {
  chosen ??= parseColumns(readStored(window, storageKeys.columns))
  return chosen
}

function reload({ key }: StorageEvent): void {
  // Null: everything was cleared.
  if (key !== null && key !== storageKeys.columns.key) return
  chosen = undefined
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  // For good: a list that is shown again must not have missed the choice of another tab.
  if (!isListening) window.addEventListener('storage', reload)
  isListening = true
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const columnsStore = { current, subscribe }

/** The columns of this browser's lists, the same in all its tabs; without storage, of this page. */
export function useColumns(): readonly ColumnName[] {
  return useSyncExternalStore(subscribe, current, () => DEFAULT_COLUMNS)
}

export function chooseColumns(names: readonly ColumnName[]): void {
  const isDefault = names.join() === DEFAULT_COLUMNS.join()
  chosen = names
  writeStored(window, storageKeys.columns, isDefault ? null : names.join())
  for (const listener of listeners) listener()
}
