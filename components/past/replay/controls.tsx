import { History, Pause, Play, StepBack, StepForward } from 'lucide-react'
import { useRef, useState } from 'react'
import { MomentField, useMomentContext } from '@/components/layout/moment-field'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { Button, IconButton } from '@/components/ui/button'
import { Select } from '@/components/ui/field'
import { dateTimeFormat } from '@/lib/format/locale'
import { otherMoment } from '@/lib/format/time/parse-moment'
import { formatClock, formatClockAlone } from '@/lib/format/time/time'
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
export function ReplayClock({
  atMs,
  isLoading,
}: {
  readonly atMs: number
  readonly isLoading: boolean
}) {
  const { zone } = usePreferences()
  const day = dateTimeFormat({
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    timeZone: zone,
    timeZoneName: 'short',
  }).format(atMs)
  return (
    <p className="shrink-0 leading-tight">
      <span className="text-past flex items-center gap-1 text-xs font-semibold">
        <History aria-hidden className="size-3.5" />
        Replay
        {isLoading ? <span className="font-normal"> · loading …</span> : null}
      </span>
      <time dateTime={new Date(atMs).toISOString()}>
        <span className="block text-lg font-semibold tabular-nums">
          {formatClockAlone(atMs, zone)}
        </span>
        <span className="block text-xs">{day}</span>
      </time>
    </p>
  )
}

const SECOND_MS = 1000
/** Places the field's note over the bar, which is at the bottom of the page. */
const NOTE_ABOVE =
  '[&:has(input:placeholder-shown)>p]:hidden [&>p]:bg-surface [&>p]:border-line [&>p]:shadow-raised [&>p]:absolute [&>p]:right-0 [&>p]:bottom-full [&>p]:mb-2 [&>p]:w-64 [&>p]:rounded-sm [&>p]:border [&>p]:px-2 [&>p]:py-1'

/** Goes to a time as it is typed: "16:04", "yesterday 16:04", "10 min ago". */
export function TimeForm({
  shownMs,
  nowMs,
  onTime,
}: {
  readonly shownMs: number
  readonly nowMs: () => number
  readonly onTime: (atMs: number) => void
}) {
  const contextOf = useMomentContext()
  const [twice, setTwice] = useState<RepeatedTime | null>(null)
  const context = contextOf({ nowMs: nowMs(), shownMs })
  const show = (atMs: number, otherMs: number | null) => {
    setTwice(otherMs === null ? null : { atMs, otherMs })
    onTime(atMs)
  }
  const field = useRef<HTMLInputElement>(null)
  return (
    <div className="relative flex min-w-40 flex-1 gap-1 lg:flex-none">
      <MomentField
        ref={field}
        label="Go to a time"
        placeholder="16:04"
        value=""
        context={context}
        // The note of a time before lies where that of the field does.
        onFocus={() => setTwice(null)}
        onTime={(time, text) => {
          if (!time) return
          const atMs = Date.parse(time)
          show(atMs, otherMoment(text, atMs, context))
          // The keys of the replay are text in the field.
          field.current?.blur()
        }}
        className={`min-w-0 flex-1 gap-0! lg:w-40 [&>label]:sr-only ${NOTE_ABOVE}`}
      />
      {twice && Math.abs(shownMs - twice.atMs) < SECOND_MS ? (
        <RepeatedHourNote
          time={twice}
          zone={context.zone}
          onOther={() => show(twice.otherMs, twice.atMs)}
        />
      ) : null}
    </div>
  )
}

/** A time that was typed without its zone, in an hour that comes twice. */
interface RepeatedTime {
  /** The one that is shown. */
  readonly atMs: number
  readonly otherMs: number
}

/** Says which of two equal times was taken, and leads to the other. */
export function RepeatedHourNote({
  time: { atMs, otherMs },
  zone,
  onOther,
}: {
  readonly time: RepeatedTime
  readonly zone: string | undefined
  readonly onOther: () => void
}) {
  return (
    <div
      role="status"
      className="bg-surface border-line shadow-raised absolute right-0 bottom-full mb-2 w-64 rounded-sm border px-2 py-1 text-xs"
    >
      <p>The clocks went back, so this time came twice. Shown is {formatClock(atMs, zone)}.</p>
      <Button onClick={onOther}>Go to {formatClock(otherMs, zone)}</Button>
    </div>
  )
}
