'use client'

import { Pause, Play, RotateCw } from 'lucide-react'
import { useNow } from '@/components/layout/use-now'
import { IconButton } from '@/components/ui/button'
import { inputClass } from '@/components/ui/field'
import { formatAge } from '@/lib/format/age'
import { INTERVALS_SECONDS } from './search-state'

/** The live refresh in one row: how old the view is, refresh now, pause, and how often. */
export function RefreshControls({
  receivedAtMs,
  isFetching,
  paused,
  every,
  onRefresh,
  onPause,
  onEvery,
}: {
  /** 0 before the first answer. */
  readonly receivedAtMs: number
  readonly isFetching: boolean
  readonly paused: boolean
  readonly every: (typeof INTERVALS_SECONDS)[number]
  readonly onRefresh: () => void
  readonly onPause: (paused: boolean) => void
  readonly onEvery: (every: (typeof INTERVALS_SECONDS)[number]) => void
}) {
  const now = useNow()
  return (
    <div className="flex items-center gap-2">
      <p className="text-muted mr-auto text-sm">
        {receivedAtMs === 0 || now === null
          ? 'Asking the service …'
          : `${paused ? 'Paused, ' : 'Live, '}as of ${formatAge(now - receivedAtMs)} ago`}
      </p>
      <select
        aria-label="Refresh every"
        value={every}
        onChange={(event) => onEvery(event.target.value as typeof every)}
        className={`${inputClass} max-w-20`}
      >
        {INTERVALS_SECONDS.map((seconds) => (
          <option key={seconds} value={seconds}>
            {seconds} s
          </option>
        ))}
      </select>
      <IconButton label="Refresh now" onClick={onRefresh}>
        <RotateCw aria-hidden className={`size-4 ${isFetching ? 'motion-safe:animate-spin' : ''}`} />
      </IconButton>
      <IconButton
        label={paused ? 'Resume the live refresh' : 'Pause the live refresh'}
        variant={paused ? 'primary' : 'secondary'}
        onClick={() => onPause(!paused)}
      >
        {paused ? <Play aria-hidden className="size-4" /> : <Pause aria-hidden className="size-4" />}
      </IconButton>
    </div>
  )
}
