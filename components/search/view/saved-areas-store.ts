import { storageKeys } from '@/lib/browser/storage'
import { parseSavedAreas, type SavedArea } from './saved-areas'

const KEY = storageKeys.savedAreas.key

/** The members of a window that the store uses. */
export interface StorageWindow {
  /** Reading it throws where the browser forbids storage. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>
  addEventListener(type: 'storage', listener: (event: { readonly key: string | null }) => void): void
  removeEventListener(type: 'storage', listener: (event: { readonly key: string | null }) => void): void
}

/** The saved areas of this browser, the same in all its tabs. */
export interface SavedAreasStore {
  subscribe(listener: () => void): () => void
  /** The same list until it changes. */
  get(): readonly SavedArea[]
  /** @returns false when the browser refuses to store it: it is then lost with the page */
  set(areas: readonly SavedArea[]): boolean
}

export function createSavedAreasStore(window: StorageWindow): SavedAreasStore {
  const listeners = new Set<() => void>()
  let areas: readonly SavedArea[] = []
  let lastRead: string | null = null
  reload()

  /** Keeps the current list when storage is refused. */
  function reload() {
    try {
      const text = window.localStorage.getItem(KEY)
      if (text === lastRead) return
      lastRead = text
      areas = parseSavedAreas(text)
    } catch {}
  }

  function notify() {
    for (const listener of listeners) listener()
  }

  function onStorage({ key }: { readonly key: string | null }) {
    // Null: everything was cleared.
    if (key !== KEY && key !== null) return
    reload()
    notify()
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      if (listeners.size === 1) {
        // Another tab may have written while there were no listeners.
        reload()
        window.addEventListener('storage', onStorage)
      }
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) window.removeEventListener('storage', onStorage)
      }
    },
    get: () => areas,
    set(next) {
      areas = next
      notify()
      try {
        const text = JSON.stringify(next)
        window.localStorage.setItem(KEY, text)
        lastRead = text
        return true
      } catch {
        return false
      }
    },
  }
}
