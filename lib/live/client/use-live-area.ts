'use client'

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { addressOf } from '@/lib/api/client/call'
import type { AreaSearch } from '@/lib/api/contract/live'
import { areaQuery } from '@/lib/api/contract/live'
import type { RefreshOptions } from './area-store'
import { browserStores } from './area-stores'
import type { LiveSource, LiveState } from './live-area'

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
 * The live state of an area while the component is mounted. Equal searches share an area; one left less than five
 * minutes ago starts with its last state. In a replay the area stays watched, and thereby recorded.
 */
export function useLiveArea(search: AreaSearch, { everySeconds, paused }: RefreshOptions): LiveState {
  const key = addressOf('/api/live', areaQuery(search))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the search.
  const store = useMemo(() => browserStores.of(search), [key])
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
