'use client'

import { useEffect, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useMinuteFormat } from '@/components/layout/preferences/use-minute-format'
import { usePageTitle } from '@/components/layout/use-page-title'
import { availableInWords } from '@/components/search/list/counts/status-groups'
import { type StatusChange, statusChangeOf } from '@/components/search/list/use-status-change'
import { formatCount } from '@/lib/format/number'
import { distanceFormat } from '@/lib/format/position/distance'
import { safeText } from '@/lib/format/text'
import { useSearchPage } from './search-context'
import { useIsOld } from './use-is-old'

/** How long a changed status of the selected vehicle stays in the title. */
const CHANGE_SHOWN_MS = 15_000

/**
 * Titles the tab: "12 available · 1 km around South bank", or for a while "KB-17 is now busy"; of the past no counts, which
 * would pass for those of now.
 */
export function MapTitle() {
  const { state, view, place, paused, statusChange } = useSearchPage()
  const { units } = usePreferences()
  const formatMinute = useMinuteFormat()
  const { area } = view.live
  // A hidden tab reads nothing, and its title is all that is seen of it.
  const isOld = useIsOld(view.live, state.everySeconds)
  const readAt = isOld && area ? formatMinute(area.receivedAtMs, Date.now()) : null
  const change = useRecent(statusChange)
  const selected = view.selection?.vehicle
  const name = selected && (view.names.shown(selected) || selected.make || selected.id)
  const parts = [
    ...(view.live.replay
      ? ['Replay']
      : [
          paused ? 'Paused' : null,
          change && name ? statusChangeOf(name, change) : null,
          availableInWords(view.statusGroups, formatCount, readAt),
        ]),
    safeText(`${distanceFormat(units)(state.search.radius)} around ${place}`, 80),
  ]
  usePageTitle(parts.filter((part) => part !== null).join(' · '))
  return null
}

/** The change while it is new. */
function useRecent(change: StatusChange | null): StatusChange | null {
  const [over, setOver] = useState<StatusChange | null>(null)
  useEffect(() => {
    if (!change) return
    const timer = setTimeout(() => setOver(change), change.atMs + CHANGE_SHOWN_MS - Date.now())
    return () => clearTimeout(timer)
  }, [change])
  return change === over ? null : change
}
