import { History, Pause, Play, StepBack, StepForward } from 'lucide-react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button, IconButton } from '@/components/ui/button'
import { Select } from '@/components/ui/field'
import { dateTimeFormat } from '@/lib/format/locale'
import { formatClockAlone } from '@/lib/format/time/time'
import type { ReplayState } from '@/lib/live/client/live-area'
import type { ReplayPlayer } from '@/lib/live/client/replay/replay-player'

/** Seconds of the past in one. */
const SPEEDS = [1, 2, 5, 10, 30, 60, 120]

export function PlayControls({
  player,
  replay,
}: {
  readonly player: ReplayPlayer | null
  readonly replay: ReplayState | null
}) {
  const isPlaying = replay?.isPlaying ?? false
  const label = isPlaying ? 'Pause the replay' : 'Play'
  return (
    <fieldset aria-label="Playback" className="flex shrink-0 items-center gap-1">
      <IconButton
        icon={StepBack}
        label="One update back ([)"
        variant="ghost"
        onClick={() => player?.step(-1)}
        className="[&>svg]:size-5"
      />
      <Button
        icon={isPlaying ? Pause : Play}
        className="min-w-11 px-0! md:min-w-10"
        aria-label={label}
        title={`${label} (Space)`}
        onClick={() => player?.togglePlay()}
      />
      <IconButton
        icon={StepForward}
        label="One update forward (])"
        variant="ghost"
        onClick={() => player?.step(1)}
        className="[&>svg]:size-5"
      />
      <Select
        aria-label="Speed"
        value={replay?.speed ?? 1}
        options={SPEEDS.map((speed) => [speed, `${speed}×`])}
        onChange={(speed) => player?.setSpeed(speed)}
        className="max-md:w-18 max-md:px-1"
      />
    </fieldset>
  )
}

/** The moment shown, in large figures, with its day and the zone. */
export function ReplayClock({ atMs, isLoading }: { readonly atMs: number; readonly isLoading: boolean }) {
  const zone = usePreferences().zone ?? undefined
  const day = dateTimeFormat({
    ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
    ...{ timeZone: zone, timeZoneName: 'short' },
  }).format(atMs)
  return (
    <p className="shrink-0 leading-tight">
      <span className="text-past flex items-center gap-1 text-xs font-semibold">
        <History aria-hidden className="size-3.5" />
        Replay
        {isLoading ? <span className="font-normal"> · loading …</span> : null}
      </span>
      <time dateTime={new Date(atMs).toISOString()}>
        <span className="block text-3xl font-semibold tabular-nums">{formatClockAlone(atMs, zone)}</span>
        <span className="block text-xs">{day}</span>
      </time>
    </p>
  )
}
