'use client'

import { createContext, useContext } from 'react'
import type { usePageKeys } from './keyboard/use-page-keys'
import type { SearchState } from './view/search-state'
import type { LiveView } from './view/use-live-view'

/** State and actions that the parts of the map page share. */
interface SearchPage {
  readonly state: SearchState
  readonly view: LiveView
  readonly refs: Omit<ReturnType<typeof usePageKeys>, 'map'>
  readonly paused: boolean
  readonly setPaused: (paused: boolean) => void
  readonly filtersOpen: boolean
  readonly setFiltersOpen: (open: boolean) => void
  readonly select: (id: string | null) => void
  readonly open: (id: string) => void
}

const SearchContext = createContext<SearchPage | null>(null)

export const SearchProvider = SearchContext.Provider

export function useSearchPage(): SearchPage {
  const page = useContext(SearchContext)
  if (!page) throw new Error('No SearchProvider')
  return page
}
