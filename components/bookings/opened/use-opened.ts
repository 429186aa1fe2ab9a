'use client'

import { useSyncExternalStore } from 'react'
import { type Look, NOTHING_OPENED, type Opened, OpenedStore } from './opened-store'
import { startReader } from './start-reader'

/** The one of this page: a visit of another page and back finds the records as they were. Never on the server. */
export const openedStore = new OpenedStore(startReader)

export function useOpened(): Opened {
  return useSyncExternalStore(openedStore.subscribe, openedStore.opened, () => NOTHING_OPENED)
}

export function useLook(): Look {
  return useSyncExternalStore(openedStore.subscribe, openedStore.look, openedStore.look)
}
