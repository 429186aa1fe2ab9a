'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useRef } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useObservedTypes } from '@/components/search/list/filters/use-observed-types'
import { countUnread } from '@/components/search/list/rows'
import { useSearchPage } from '@/components/search/search-context'
import type { LiveView } from '@/components/search/view/use-live-view'
import { useSavedAreas } from '@/components/search/view/use-saved-areas'
import type { LiveVehicle } from '@/lib/contract/live'
import { findQuery } from '@/lib/queries/places/find'
import { type Naming, namedBy, type Suggestion, suggest, withLater } from './suggestions'

const nothing: readonly Suggestion[] = []
const noVehicles: readonly LiveVehicle[] = []

/** Suggestions for a text: those of this page at once, the others with the answer. */
export function useSuggestions(asked: string | null) {
  const { view, state: page } = useSearchPage()
  const { areas } = useSavedAreas()
  const first = usePreferences().name
  const { data, error, isPlaceholderData } = useQuery({
    ...findQuery(asked ?? '', page.search.position),
    enabled: asked !== null,
  })
  const { names } = view
  const { area } = view.live
  const types = useObservedTypes(view.counts)
  const latest = useRef({ area, names })
  latest.current = { area, names }
  const naming = useMemo(() => ({ names, types }), [names, types])
  const listed = useListed(asked, area, naming)
  const suggestions = useMemo(() => {
    if (asked === null) return nothing
    return suggest(asked, { ...latest.current, types, listed, first, areas, found: data ?? null })
  }, [asked, types, listed, first, areas, data])
  const found = isPlaceholderData ? null : (data ?? null)
  const count = suggestions.length
  const unread = useMemo(
    () => (asked === null || count > 0 || !area ? 0 : countUnread(area.records, names)),
    [asked, count, area, names],
  )
  const state = { found, error, count, unread }
  return { suggestions, state, isSettled: found !== null || error !== null }
}

/** Vehicles of the list that a text names. A refresh adds those read meanwhile, and moves none that is about to be chosen. */
function useListed(
  asked: string | null,
  area: LiveView['live']['area'],
  naming: Naming,
): readonly LiveVehicle[] {
  const shown = useRef<{ readonly text: string; readonly vehicles: readonly LiveVehicle[] } | null>(null)
  // 100,000 names take about 35 ms.
  return useMemo(() => {
    if (asked === null) {
      shown.current = null
      return noVehicles
    }
    const now = namedBy(asked, area, naming)
    const vehicles =
      shown.current?.text === asked ? withLater(asked, shown.current.vehicles, now, naming) : now
    shown.current = { text: asked, vehicles }
    return vehicles
  }, [asked, area, naming])
}
