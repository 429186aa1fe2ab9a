'use client'

import { useSearchPage } from '@/components/search/search-context'
import { useShownNow } from '@/components/search/use-shown-now'
import { formatAge } from '@/lib/format/time/age'
import type { LiveState } from '@/lib/live-client/live-area'

const words: Record<LiveState['connection'], string> = {
  connecting: 'Connecting',
  live: 'Live',
  paused: 'Paused',
  hidden: 'Paused (tab hidden)',
  interrupted: 'Offline',
  replay: 'Past',
}

const dots: Record<LiveState['connection'], string> = {
  connecting: 'bg-muted motion-safe:animate-pulse',
  live: 'bg-good',
  paused: 'bg-kerb',
  hidden: 'bg-muted',
  interrupted: 'bg-danger',
  replay: 'bg-past',
}

/** State and age of the live data: "Live 2s", and the colour of its dot. */
export function useLiveWords(): { readonly text: string; readonly dot: string } {
  const { area, connection, error, isTakingOver, replay } = useSearchPage().view.live
  const now = useShownNow()
  // The stream may work while the service does not, or no server asks it.
  const isStale = connection === 'live' && (error !== null || isTakingOver)
  const age = replay ? '' : area && now !== null ? ` ${formatAge(now - area.receivedAtMs)}` : ' …'
  return {
    text: `${isStale ? 'Waiting' : words[connection]}${age}`,
    dot: isStale ? 'bg-kerb' : dots[connection],
  }
}
