'use client'

import { useEffect, useMemo, useSyncExternalStore } from 'react'
import type { AreaSearch } from '@/lib/contract/live'
import type { LiveWishes } from './area-store'
import { browserStores } from './area-stores'
import type { LiveState } from './live-area'
import { areaToParams } from './stream'

const beforeHydration: LiveState = {
  area: null,
  progress: null,
  connection: 'connecting',
  error: null,
  refresh: () => {},
}

/**
 * An area as it is now, kept up to date for as long as the component lives. Two searches that say the same are the
 * same area; another one shows nothing of this, and one seen less than five minutes ago what was last seen of it.
 */
export function useLiveArea(search: AreaSearch, { everySeconds, paused }: LiveWishes): LiveState {
  const key = areaToParams(search).toString()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key is what a search says.
  const store = useMemo(() => browserStores.of(search), [key])
  // Before the subscription, which opens the stream by these wishes.
  useEffect(() => store.wish({ everySeconds, paused }), [store, everySeconds, paused])
  return useSyncExternalStore(store.subscribe, store.getState, () => beforeHydration)
}
