'use client'

import { Pause } from 'lucide-react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button } from '@/components/ui/button'
import { formatClock } from '@/lib/format/time/time'
import { useSearchPage } from './search-context'

/** Around the list and the map while they are paused: old data must not look live. */
export function PausedFrame() {
  const { paused, replay } = useSearchPage()
  if (!paused || replay.isOn) return null
  return <div aria-hidden className="border-kerb pointer-events-none absolute inset-0 z-30 border-4" />
}

/** Over the map while it is paused: since when, and a button to resume. */
export function PausedBanner() {
  const { paused, setPaused, view, replay } = useSearchPage()
  const { zone } = usePreferences()
  const { area } = view.live
  if (!paused || replay.isOn) return null
  return (
    <div className="pointer-events-none absolute inset-x-16 top-2 z-20 flex justify-center">
      <p className="bg-kerb shadow-raised pointer-events-auto flex items-center gap-2 rounded-md py-1 pr-1 pl-3 text-sm font-semibold text-black">
        <Pause aria-hidden className="size-4 shrink-0" />
        <span>Paused{area ? ` at ${formatClock(area.receivedAtMs, zone ?? undefined)}` : ''}</span>
        <Button className="md:min-h-8" onClick={() => setPaused(false)}>
          Resume
        </Button>
      </p>
    </div>
  )
}
