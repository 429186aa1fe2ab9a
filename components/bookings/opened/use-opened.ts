'use client'

import { useSyncExternalStore } from 'react'
import { onStorageCleared } from '@/components/layout/storage'
import { type ListState, NOTHING_OPENED, type Opened, OpenedStore } from './opened-store'

/** One instance per tab, so that records survive navigation. Never used on the server. */
export const openedStore = new OpenedStore(startReader)

// Opened records exist in this tab only: the browser asks before they are lost.
openedStore.subscribe(() => {
  if (openedStore.opened().state === 'none') window.removeEventListener('beforeunload', ask)
  else window.addEventListener('beforeunload', ask)
})
// The session has ended: personal data leaves the memory, and no question keeps it on screen.
onStorageCleared(() => openedStore.close())

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

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
