'use client'

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { addressOf } from '@/lib/api/client/call'
import { type AreaSearch, areaQuery } from '@/lib/api/contract/live'
import { AreaStore, type RefreshOptions } from './area-store'
import type { LiveSource, LiveState } from './live-area'
import type { PageStream } from './page-stream'

// An area opened again within this time is shown at once, with its age.
const CACHED_MS = 5 * 60_000

// Limits of the cache besides areas in use; a vehicle takes about 0.5 KB.
const CACHED_AREAS = 3
const CACHED_VEHICLES = 100_000

/** The areas in use and a cache of the last few. */
export function createAreaStores(stream: PageStream) {
  const { platform } = stream
  // Least recently used first.
  const stores = new Map<string, { readonly store: AreaStore; idleSinceMs: number }>()

  function evict(exceptKey: string | null): void {
    const idle = [...stores].filter(([key, { store }]) => key !== exceptKey && !store.isInUse)
    let areas = idle.length
    let vehicles = idle.reduce((sum, [, { store }]) => sum + store.size, 0)
    for (const [key, { store, idleSinceMs }] of idle) {
      const isOld = platform.now() - idleSinceMs >= CACHED_MS
      if (!isOld && areas <= CACHED_AREAS && vehicles <= CACHED_VEHICLES) continue
      stores.delete(key)
      areas -= 1
      vehicles -= store.size
    }
  }

  function cache(key: string, store: AreaStore): void {
    stores.delete(key)
    stores.set(key, { store, idleSinceMs: platform.now() })
  }

  return {
    /** The store of an area: in use, cached or new. */
    of(search: AreaSearch): AreaStore {
      const key = addressOf('/api/live', areaQuery(search))
      evict(null)
      const known = stores.get(key)
      if (known) return known.store
      const store = new AreaStore(search, stream, () => {
        if (stores.get(key)?.store !== store) return
        cache(key, store)
        evict(null)
        platform.after(CACHED_MS, () => evict(null))
      })
      cache(key, store)
      evict(key)
      return store
    },
  }
}

type AreaStores = ReturnType<typeof createAreaStores>

/** They outlast the map page, as its stream does. */
const storesByStream = new WeakMap<PageStream, AreaStores>()

function areaStoresOf(stream: PageStream): AreaStores {
  const known = storesByStream.get(stream)
  if (known) return known
  const stores = createAreaStores(stream)
  storesByStream.set(stream, stores)
  return stores
}

const beforeHydration: LiveState = {
  area: null,
  progress: null,
  connection: 'connecting',
  isTakingOver: false,
  error: null,
  replay: null,
  refresh: () => {},
}

/**
 * The live state of an area while the component is mounted. Equal searches share an area; one
 * left less than five minutes ago starts with its last state. In a replay the area stays
 * watched, and thereby recorded.
 */
export function useLiveArea(
  stream: PageStream,
  search: AreaSearch,
  { everySeconds, paused }: RefreshOptions,
): LiveState {
  const key = addressOf('/api/live', areaQuery(search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the search.
  const store = useMemo(() => areaStoresOf(stream).of(search), [stream, key])
  // Before the subscription, which opens the stream with these options.
  useEffect(() => store.setOptions({ everySeconds, paused }), [store, everySeconds, paused])
  return useSyncExternalStore(store.subscribe, store.getState, () => beforeHydration)
}

const noPast = { subscribe: () => () => {}, getState: () => null }

/** The state of a replay; null while there is none. */
export function usePast(past: LiveSource | null): LiveState | null {
  const { subscribe, getState } = past ?? noPast
  return useSyncExternalStore<LiveState | null>(subscribe, getState, () => null)
}
