import { useSyncExternalStore } from 'react'

/**
 * Every key in browser storage. A session's own are removed at its end; sign-out
 * removes all, by Clear-Site-Data.
 */
export const storageKeys = {
  /** Named views that an earlier version kept here, until the desk has taken them over. */
  savedAreas: { storage: 'localStorage', key: 'kerbside.saved-areas', isOfSession: false },
  /** `open` or `closed`. */
  legend: { storage: 'localStorage', key: 'kerbside.legend', isOfSession: false },
  /** `open` or `closed`. */
  technical: { storage: 'localStorage', key: 'kerbside.technical', isOfSession: false },
  /** Names of the facts on the second line of each row, in their order. */
  columns: { storage: 'localStorage', key: 'kerbside.columns', isOfSession: false },
  /** `off` where call signs on the map are switched off. */
  mapLabels: { storage: 'localStorage', key: 'kerbside.map-labels', isOfSession: false },
  /** `on` where the wait map is shown. */
  waitMap: { storage: 'localStorage', key: 'kerbside.wait-map', isOfSession: false },
  /** `on` where zones stay on the map beside other tabs than their own. */
  mapZones: { storage: 'localStorage', key: 'kerbside.map-zones', isOfSession: false },
  /** When the newest alert was opened that was seen here; server time. */
  seenAlerts: { storage: 'localStorage', key: 'kerbside.seen-alerts', isOfSession: false },
  /** When the newest alert was opened that a tab of this browser has rung for. */
  rungAlerts: { storage: 'localStorage', key: 'kerbside.rung-alerts', isOfSession: false },
  /** `on` where a sound is played for a new alert. */
  alertSound: { storage: 'localStorage', key: 'kerbside.alert-sound', isOfSession: false },
  /** `on` where the browser shows a notification for a new alert. */
  alertNotifications: {
    storage: 'localStorage',
    key: 'kerbside.alert-notifications',
    isOfSession: false,
  },
  /** References typed into the look-up of a list. A reference can identify a driver. */
  lookupText: { storage: 'sessionStorage', key: 'kerbside.lookup-text', isOfSession: true },
  /** The session ended while a page was open; for the sign-in page to say so. */
  sessionEnded: { storage: 'sessionStorage', key: 'kerbside.session-ended', isOfSession: false },
} as const

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

// As this page last read or wrote them: without storage they last as long as the page.
const texts = new Map<string, string | null>()
const readers = new Set<() => void>()
let isListening = false

function changed(): void {
  for (const reader of readers) reader()
}

/** For good: what another tab writes while nothing reads it must not be missed. */
function listen(): void {
  if (!isListening)
    window.addEventListener('storage', ({ key }) => {
      if (key === null) texts.clear()
      else texts.delete(key)
      changed()
    })
  isListening = true
}

/**
 * A text of localStorage, the same in all tabs of this browser, or of this tab's sessionStorage.
 */
export function readStored({ storage, key }: StorageKey): string | null {
  listen()
  if (!texts.has(key)) {
    texts.set(key, null)
    try {
      texts.set(key, window[storage].getItem(key))
    } catch {
      // The browser forbids access.
    }
  }
  return texts.get(key) ?? null
}

/** @returns false when the browser refuses to store it: it is then lost with the page */
export function writeStored({ storage, key }: StorageKey, text: string | null): boolean {
  texts.set(key, text)
  changed()
  try {
    if (text === null) window[storage].removeItem(key)
    else window[storage].setItem(key, text)
    return true
  } catch {
    return false
  }
}

export function subscribeToStored(reader: () => void): () => void {
  listen()
  readers.add(reader)
  return () => void readers.delete(reader)
}

/**
 * A text kept in this browser, and its setter, which returns false when the
 * browser refuses to store it.
 */
export function useStored(one: StorageKey) {
  const text = useSyncExternalStore(
    subscribeToStored,
    () => readStored(one),
    () => null,
  )
  return [text, (next: string | null) => writeStored(one, next)] as const
}

const listeners = new Set<() => void>()

/** Calls back when storage is cleared, so that open pages do not write again. */
export function onStorageCleared(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Meanwhile the page may be refused what it asks for, which must not lead
 * elsewhere than the sign-out does.
 */
export const signOut = { isRunning: false }

export function clearStorage(): void {
  for (const listener of listeners) listener()
  for (const one of Object.values(storageKeys)) if (one.isOfSession) writeStored(one, null)
}
