/**
 * Every key in browser storage. Those of the session are removed when it ends; sign-out removes all, by the server's
 * Clear-Site-Data.
 */
export const storageKeys = {
  /** Named views: positions and filters, no personal data. */
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
  /** References typed into the look-up of a list. A reference can identify a driver. */
  lookupText: { storage: 'sessionStorage', key: 'kerbside.lookup-text', isOfSession: true },
  /** The session ended while a page was open; for the sign-in page to say so. */
  sessionEnded: { storage: 'sessionStorage', key: 'kerbside.session-ended', isOfSession: false },
} as const

type StorageKey = (typeof storageKeys)[keyof typeof storageKeys]

/** The storages of a window; access throws where the browser forbids it. */
export interface StorageWindow {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

export function readStored(window: StorageWindow, { storage, key }: StorageKey): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

/** @returns false when the browser refuses to store it */
export function writeStored(
  window: StorageWindow,
  { storage, key }: StorageKey,
  text: string | null,
): boolean {
  try {
    if (text === null) window[storage].removeItem(key)
    else window[storage].setItem(key, text)
    return true
  } catch {
    return false
  }
}

const listeners = new Set<() => void>()

/** Calls back when storage is cleared, so that open pages do not write again. */
export function onStorageCleared(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Removes the session's data. */
export function clearStorage(window: StorageWindow): void {
  for (const listener of listeners) listener()
  for (const one of Object.values(storageKeys)) if (one.isOfSession) writeStored(window, one, null)
}
