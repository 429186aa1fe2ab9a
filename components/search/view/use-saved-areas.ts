'use client'

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { storageKeys } from '@/components/layout/storage'
import type { NearNames } from '@/lib/api/queries/places/near-places'
import { placeNamesQuery } from '@/lib/api/queries/places/place-names'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { parseSavedAreas, type SavedArea } from './saved-areas'

let store: SavedAreasStore | undefined

// Created on demand: the server has no window.
function browserStore(): SavedAreasStore {
  store ??= createSavedAreasStore(window)
  return store
}

const none: readonly SavedArea[] = []

const LONGEST = 60

/** The saved areas of this browser. `set` returns false when the browser refuses to store them. */
export function useSavedAreas() {
  const { subscribe, get, set } = browserStore()
  return { areas: useSyncExternalStore(subscribe, get, () => none), set }
}

/** The name of a position: its saved area, the name by which it was chosen, or the address near it; null for none. */
export function usePlaceName(position: Position | null, near: NearNames): string | null {
  const { areas } = useSavedAreas()
  const { data } = useQuery(placeNamesQuery())
  if (!position) return null
  const here = formatPosition(position)
  const saved = areas.find(({ query }) => new URLSearchParams(query).get('position') === here)
  const name = saved?.name ?? data.get(here)
  if (name) return name
  const address = near.at(position)
  return address === null ? null : safeText(address, LONGEST)
}

/** As its name, or else coordinates to about 100 m. */
export function usePlaceWords(position: Position, near: NearNames): string {
  const name = usePlaceName(position, near)
  return name ?? `${Number(position.lat.toFixed(3))}, ${Number(position.lng.toFixed(3))}`
}

const KEY = storageKeys.savedAreas.key

/** The members of a window that the store uses. */
export interface StorageWindow {
  /** Reading it throws where the browser forbids storage. */
  readonly localStorage: Pick<Storage, 'getItem' | 'setItem'>
  addEventListener(type: 'storage', listener: (event: { readonly key: string | null }) => void): void
  removeEventListener(type: 'storage', listener: (event: { readonly key: string | null }) => void): void
}

/** The saved areas of this browser, the same in all its tabs. */
interface SavedAreasStore {
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
