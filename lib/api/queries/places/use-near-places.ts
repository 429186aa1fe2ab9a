import { useSyncExternalStore } from 'react'
import { type NearNames, NearPlacesCache } from './near-places'

let cache: NearPlacesCache | undefined

// Created on demand: the server has no screen.
function browserCache(): NearPlacesCache {
  cache ??= new NearPlacesCache()
  return cache
}

const none: NearNames = { at: () => null }

/** Addresses and streets near positions that this component renders. Another object whenever more are known. */
export function useNearPlaces(): NearNames {
  return useSyncExternalStore(
    subscribe,
    () => browserCache().names(),
    () => none,
  )
}

function subscribe(onChange: () => void): () => void {
  return browserCache().subscribe(onChange)
}
