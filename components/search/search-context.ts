'use client'

import { createContext, useContext } from 'react'
import type { useLivePage } from './use-live-page'

/** State and actions that the parts of the map page share. */
export type SearchPage = ReturnType<typeof useLivePage>

const SearchContext = createContext<SearchPage | null>(null)

export const SearchProvider = SearchContext.Provider

export function useSearchPage(): SearchPage {
  const page = useContext(SearchContext)
  if (!page) throw new Error('No SearchProvider')
  return page
}
