'use client'

import { useNow } from '@/components/layout/use-now'
import { useSearchPage } from '@/components/search/search-context'
import { formatAge } from '@/lib/format/time/age'
import type { LiveState } from '@/lib/live-client/live-area'

const words: Record<LiveState['connection'], string> = {
  connecting: 'Connecting',
  live: 'Live',
  paused: 'Paused',
  hidden: 'Paused (tab hidden)',
  interrupted: 'Offline',
}

const dots: Record<LiveState['connection'], string> = {
  connecting: 'bg-muted motion-safe:animate-pulse',
  live: 'bg-good',
  paused: 'bg-kerb',
  hidden: 'bg-muted',
  interrupted: 'bg-danger',
}

/** State and age of the live data: "Live 2s", and the colour of its dot. */
export function useLiveWords(): { readonly text: string; readonly dot: string } {
  const { area, connection, error, isTakingOver } = useSearchPage().view.live
  const now = useNow()
  // The stream may work while the service does not, or no server asks it.
  const isStale = connection === 'live' && (error !== null || isTakingOver)
  const age = area && now !== null ? ` ${formatAge(now - area.receivedAtMs)}` : ' …'
  return {
    text: `${isStale ? 'Waiting' : words[connection]}${age}`,
    dot: isStale ? 'bg-kerb' : dots[connection],
  }
}
