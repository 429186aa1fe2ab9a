'use client'

import { useNow } from '@/components/layout/use-now'
import { useSearchPage } from './search-context'

/** The moment that the page shows: now, or that of a replay; on the clock of the area's times, null before hydration. */
export function useShownNow(): number | null {
  const now = useNow()
  return useSearchPage().view.live.replay?.atMs ?? now
}
