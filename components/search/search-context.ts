'use client'

import type { Route } from 'next'
import { createContext, useContext } from 'react'
import type { Circle } from '@/components/map/types'
import type { usePageKeys } from './keyboard/use-page-keys'
import type { StatusChange } from './list/use-status-change'
import type { Pickup } from './pickup/use-pickup'
import type { MapLabels, WaitMap } from './use-layers'
import type { Replay } from './use-replay'
import type { SearchState } from './view/search-state'
import type { LiveView } from './view/use-live-view'

/** State and actions that the parts of the map page share. */
export interface SearchPage {
  readonly state: SearchState
  readonly view: LiveView
  readonly refs: Omit<ReturnType<typeof usePageKeys>, 'map'>
  readonly pickup: Pickup
  readonly labels: MapLabels
  readonly waitMap: WaitMap
  readonly replay: Replay
  /** The circle while a handle is dragged. */
  readonly changing: Circle | null
  /** The map keeps the selected vehicle in view. */
  readonly isFollowing: boolean
  readonly setFollowing: (isFollowing: boolean) => void
  readonly statusChange: StatusChange | null
  readonly paused: boolean
  readonly setPaused: (paused: boolean) => void
  /** The details of the area are open. */
  readonly areaOpen: boolean
  readonly setAreaOpen: (open: boolean) => void
  /** The searched position in words: the name of a saved area there, an address, or coordinates. */
  readonly place: string
  readonly filtersOpen: boolean
  readonly setFiltersOpen: (open: boolean) => void
  readonly select: (id: string | null) => void
  readonly open: (id: string, href?: Route | null) => void
  /** Text equivalent of a vehicle, with its number on the pick-up board. */
  readonly describe: (id: string) => string
}

const SearchContext = createContext<SearchPage | null>(null)

export const SearchProvider = SearchContext.Provider

export function useSearchPage(): SearchPage {
  const page = useContext(SearchContext)
  if (!page) throw new Error('No SearchProvider')
  return page
}
