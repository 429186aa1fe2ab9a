'use client'

import { Pause, Play, RotateCw } from 'lucide-react'
import { useNow } from '@/components/layout/use-now'
import { useSearchPage } from '@/components/search/search-context'
import { IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { INTERVALS_SECONDS } from '@/lib/contract/live'
import { formatAge } from '@/lib/format/age'
import type { LiveState } from '@/lib/live-client/live-area'

type Seconds = (typeof INTERVALS_SECONDS)[number]

const labels: Record<LiveState['connection'], string> = {
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

/** State and age of the live data, refresh now, pause, and the interval: "Live · updated 3s ago". */
export function RefreshControls() {
  const { state, view, paused, setPaused } = useSearchPage()
  const { live } = view
  const now = useNow()
  const { area, connection, error } = live
  // The stream may work while the service does not.
  const isStale = connection === 'live' && error !== null
  const isTakingOver = connection === 'live' && live.isTakingOver
  return (
    <div className="flex items-center gap-1.5">
      <p className="text-muted mr-auto flex min-w-0 items-center gap-2 text-sm">
        <span
          aria-hidden
          className={`size-2 shrink-0 rounded-full ${isStale || isTakingOver ? 'bg-kerb' : dots[connection]}`}
        />
        <span className="truncate">
          {isTakingOver ? 'Another server is taking over' : isStale ? 'Waiting' : labels[connection]}
          {area && now !== null ? (
            <>
              <span className="max-md:hidden">
                {connection === 'live' && !isStale && !isTakingOver ? ' · updated' : ' · data from'}
              </span>{' '}
              {formatAge(now - area.receivedAtMs)}
              <span className="max-md:hidden"> ago</span>
            </>
          ) : (
            ' …'
          )}
        </span>
      </p>
      <select
        aria-label="Refresh every"
        value={state.everySeconds}
        onChange={(event) => void state.setEvery(Number(event.target.value) as Seconds)}
        className={`${inputClass} w-auto! shrink-0`}
      >
        {INTERVALS_SECONDS.map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds} s
          </option>
        ))}
      </select>
      <IconButton label="Refresh now" onClick={live.refresh} className="shrink-0">
        <RotateCw aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label={paused ? 'Resume live updates' : 'Pause live updates'}
        variant={paused ? 'primary' : 'secondary'}
        onClick={() => setPaused(!paused)}
        className="shrink-0"
      >
        {paused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
      </IconButton>
    </div>
  )
}
