'use client'

import { useSyncExternalStore } from 'react'
import { type Look, type Opened, OpenedStore } from './opened-store'
import { startReader } from './start-reader'

/** The one of this page: a visit of another page and back finds the records as they were. Never on the server. */
export const openedStore = new OpenedStore(startReader)

const none: Opened = { state: 'none', draft: '', fault: null, kept: null }

export function useOpened(): Opened {
  return useSyncExternalStore(openedStore.subscribe, openedStore.opened, () => none)
}

export function useLook(): Look {
  return useSyncExternalStore(openedStore.subscribe, openedStore.look, openedStore.look)
}
