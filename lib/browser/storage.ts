/**
 * What this browser keeps beside its cookies: every key there is, where it lies, and what goes with
 * the session, however that ends. A sign-out takes all of it: the server’s Clear-Site-Data says so.
 */
export const storageKeys = {
  /** Views with a name: positions and filters, nobody's data. */
  savedAreas: { storage: 'localStorage', key: 'kerbside.saved-areas', goesWithSession: false },
  /** References being looked up in this tab, and what came of them. A reference leads to people. */
  lookupList: { storage: 'sessionStorage', key: 'kerbside.lookup-list', goesWithSession: true },
} as const

type Kept = (typeof storageKeys)[keyof typeof storageKeys]

/** What of a window is touched; reading a storage throws where the browser forbids it. */
export interface StorageWindow {
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  readonly sessionStorage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
}

export function readStored(window: StorageWindow, { storage, key }: Kept): string | null {
  try {
    return window[storage].getItem(key)
  } catch {
    return null
  }
}

/** @returns false when the browser would not keep it */
export function writeStored(window: StorageWindow, { storage, key }: Kept, text: string | null): boolean {
  try {
    if (text === null) window[storage].removeItem(key)
    else window[storage].setItem(key, text)
    return true
  } catch {
    return false
  }
}

const listeners = new Set<() => void>()

/** Runs when what is kept goes at a sign-out, so that no open page writes it once more. */
export function onStorageCleared(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** For when the session is over: takes away what leads to people. */
export function clearStorage(window: StorageWindow): void {
  for (const listener of listeners) listener()
  for (const one of Object.values(storageKeys)) if (one.goesWithSession) writeStored(window, one, null)
}
