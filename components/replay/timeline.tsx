import { useMemo, useState } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { useMinuteFormat } from '@/components/layout/preferences/use-minute-format'
import type { RecordingTimeline } from '@/lib/contract/recording'
import { gapInWords } from '@/lib/format/recording/recording-gap'
import { formatMoment } from '@/lib/format/time/time'
import { countsAt, gapAt, recordedSpan, runsOf } from '@/lib/live-client/replay/timeline'
import { bandsOf, HEIGHT, WIDTH } from './curve'
import { countsInWords } from './moment-words'
import { type Pointed, PointedMoment, pointedAt } from './pointed-moment'

const STEP_MS = 1000

/** The recording as a curve of the vehicles by status with its gaps, on which the moment shown can be moved. */
export function Timeline({
  timeline,
  atMs,
  onSeek,
}: {
  readonly timeline: RecordingTimeline | null
  readonly atMs: number
  readonly onSeek: (atMs: number) => void
}) {
  const zone = usePreferences().zone ?? undefined
  const formatMinute = useMinuteFormat()
  const span = useMemo(() => timeline && recordedSpan(timeline), [timeline])
  const bands = useMemo(
    () => (timeline && span ? bandsOf(runsOf(timeline), span.fromMs, span.toMs) : []),
    [timeline, span],
  )
  const [pointed, setPointed] = useState<Pointed | null>(null)
  if (!timeline || !span)
    return <div className="order-1 min-w-0 flex-1 basis-full lg:order-none lg:basis-0" />
  const { fromMs, toMs } = span
  const share = (ms: number) => `${(100 * (ms - fromMs)) / Math.max(1, toMs - fromMs)}%`
  const { gaps, now } = timeline
  const gap = gapAt(gaps, atMs)
  const counts = countsAt(timeline, atMs)
  const moment = formatMoment(atMs, now, zone)
  return (
    <div className="min-w-0 flex-1 basis-full lg:basis-0">
      <div className="relative h-10">
        <div className="bg-sunken border-line absolute inset-x-2 inset-y-0 overflow-hidden rounded border">
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            className="absolute inset-0 size-full"
          >
            {bands.map(({ colour, path }) => (
              <path key={colour} d={path} fill={colour} />
            ))}
          </svg>
          {gaps.map(({ fromMs: beginsMs, toMs: endsMs }, n) => (
            <div
              // biome-ignore lint/suspicious/noArrayIndexKey: where the clock was set back, two begin at one time
              key={n}
              style={{ left: share(beginsMs), width: `calc(${share(endsMs)} - ${share(beginsMs)})` }}
              className="absolute inset-y-0 min-w-0.5 bg-[repeating-linear-gradient(45deg,var(--line-strong)_0_2px,var(--surface)_2px_7px)]"
            />
          ))}
        </div>
        <input
          type="range"
          aria-label="Moment of the replay"
          aria-valuetext={
            gap
              ? `${moment}, gap: ${gapInWords(gap)}`
              : counts
                ? `${moment}, ${countsInWords(counts)}`
                : moment
          }
          min={fromMs}
          max={toMs}
          step={STEP_MS}
          value={Math.min(toMs, Math.max(fromMs, atMs))}
          onChange={(event) => onSeek(Number(event.target.value))}
          onPointerDown={(event) => setPointed(pointedAt(event, span))}
          onPointerMove={(event) => setPointed(pointedAt(event, span))}
          onPointerLeave={() => setPointed(null)}
          onPointerCancel={() => setPointed(null)}
          className="replay-range absolute inset-0 m-0 size-full"
        />
        {pointed ? <PointedMoment pointed={pointed} timeline={timeline} /> : null}
      </div>
      <p className="text-muted flex justify-between px-2 text-xs tabular-nums">
        <span>{formatMinute(fromMs, now)}</span>
        <span>{formatMinute(toMs, now)}</span>
      </p>
    </div>
  )
}
