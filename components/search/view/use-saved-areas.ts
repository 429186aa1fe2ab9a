'use client'

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { safeText } from '@/lib/format/text'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import type { NearNames } from '@/lib/queries/places/near-places'
import { placeNamesQuery } from '@/lib/queries/places/place-names'
import type { SavedArea } from './saved-areas'
import { createSavedAreasStore, type SavedAreasStore } from './saved-areas-store'

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
