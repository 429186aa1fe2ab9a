'use client'

import { useEffect, useState } from 'react'
import { useNow } from '@/components/layout/use-now'
import type { LiveState } from '@/lib/live/client/live-area'
import { useSearchPage } from './search-context'

/** The moment that the page shows: now, or that of a replay; on the clock of the area's times, null before hydration. */
export function useShownNow(): number | null {
  const now = useNow()
  return useSearchPage().view.live.replay?.atMs ?? now
}

/** Refreshes that may be missed, and the least time, before the map is dimmed. */
const MISSED = 4
const LEAST_MS = 30_000

/** Whether the vehicles shown are older than several refreshes: paused, interrupted or the service fails, now or then. */
export function useIsOld({ area, replay }: LiveState, everySeconds: number): boolean {
  const receivedAtMs = (replay ? null : area?.receivedAtMs) ?? null
  const [oldSince, setOldSince] = useState<number | null>(null)
  useEffect(() => {
    if (receivedAtMs === null) return
    const limitMs = Math.max(LEAST_MS, MISSED * everySeconds * 1000)
    const timer = setTimeout(() => setOldSince(receivedAtMs), receivedAtMs + limitMs - Date.now())
    return () => clearTimeout(timer)
  }, [receivedAtMs, everySeconds])
  return replay ? replay.gap !== null : receivedAtMs !== null && oldSince === receivedAtMs
}
