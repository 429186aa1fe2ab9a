import { createContext, useContext } from 'react'
import { useNow } from '@/components/layout/use-now'
import type { useLivePage } from './use-live-page'

export type SearchPage = ReturnType<typeof useLivePage>

const SearchContext = createContext<SearchPage | null>(null)

export const SearchProvider = SearchContext.Provider

export function useSearchPage(): SearchPage {
  const page = useContext(SearchContext)
  if (!page) throw new Error('No SearchProvider')
  return page
}

/** The moment that the page shows: now, or that of a replay; on the clock of the area's times. */
export function useShownNow(): number {
  // Null on the server alone, which does not render the map page.
  const now = useNow() as number
  return useSearchPage().view.live.replay?.atMs ?? now
}
