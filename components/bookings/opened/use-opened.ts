'use client'

import { useSyncExternalStore } from 'react'
import { type ListState, NOTHING_OPENED, type Opened, OpenedStore } from './opened-store'

/** One instance per tab, so that records survive navigation. Never used on the server. */
export const openedStore = new OpenedStore(startReader)

export function useOpened(): Opened {
  return useSyncExternalStore(openedStore.subscribe, openedStore.opened, () => NOTHING_OPENED)
}

export function useListState(): ListState {
  return useSyncExternalStore(openedStore.subscribe, openedStore.listState, openedStore.listState)
}

/** @throws where workers cannot be started */
function startReader(): Worker {
  return new Worker(new URL('./reader.worker.ts', import.meta.url), { type: 'module' })
}
