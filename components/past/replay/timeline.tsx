import { type PointerEvent, useMemo, useState } from 'react'
import { useMinuteFormat, usePreferences } from '@/components/layout/preferences/preferences'
import type { CountsAt, RecordingTimeline } from '@/lib/api/contract/recording'
import { counted, formatCount } from '@/lib/format/number'
import { gapInWords } from '@/lib/format/recording'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import { statusPhrase } from '@/lib/format/status/status-words'
import { formatMoment } from '@/lib/format/time/time'
import type { AreaList } from '@/lib/live/client/live-area'
import {
  countsAt,
  gapAt,
  gapNear,
  type Run,
  recordedSpan,
  runsOf,
} from '@/lib/live/client/replay/timeline'

const STEP_MS = 1000

/**
 * The recording as a curve of the vehicles by status with its gaps, on which the
 * moment shown can be moved.
 */
export function Timeline({
  timeline,
  atMs,
  onSeek,
}: {
  readonly timeline: RecordingTimeline | null
  readonly atMs: number
  readonly onSeek: (atMs: number) => void
}) {
  const { zone } = usePreferences()
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

  function valueInWords(): string {
    if (gap) return `${moment}, gap: ${gapInWords(gap)}`
    if (counts) return `${moment}, ${countsInWords(counts)}`
    return moment
  }

  return (
    <div className="min-w-0 flex-1 basis-full lg:basis-0">
      <div className="relative h-8 md:h-10">
        <div className="bg-sunken border-line absolute inset-x-2 inset-y-0 overflow-hidden rounded-sm border">
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
              // biome-ignore lint/suspicious/noArrayIndexKey: two may begin at one time
              key={n}
              style={{
                left: share(beginsMs),
                width: `calc(${share(endsMs)} - ${share(beginsMs)})`,
              }}
              className="absolute inset-y-0 min-w-0.5 bg-[repeating-linear-gradient(45deg,var(--color-line-strong)_0_2px,var(--color-surface)_2px_7px)]"
            />
          ))}
        </div>
        <input
          type="range"
          aria-label="Moment of the replay"
          aria-valuetext={valueInWords()}
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

/** Half of the slider's thumb: by so much its ends lie within. */
const EDGE_PX = 8
/** A short gap is drawn two pixels wide. */
const NEAR_PX = 4

type Pointed = ReturnType<typeof pointedAt>

/**
 * @returns the moment, its share of the timeline from 0 to 1, and how far away
 * a gap may be that is meant
 */
function pointedAt(
  { clientX, currentTarget }: PointerEvent,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
) {
  const { left, width } = currentTarget.getBoundingClientRect()
  const track = Math.max(1, width - 2 * EDGE_PX)
  const share = Math.min(1, Math.max(0, (clientX - left - EDGE_PX) / track))
  return {
    atMs: fromMs + share * (toMs - fromMs),
    share,
    nearMs: (NEAR_PX / track) * (toMs - fromMs),
  }
}

/**
 * The time under the pointer with its counts, or the gap there with its reason; under the timeline
 * where the clock is above it.
 */
export function PointedMoment({
  pointed: { atMs, share, nearMs },
  timeline,
}: {
  readonly pointed: Pointed
  readonly timeline: RecordingTimeline
}) {
  const { zone } = usePreferences()
  const write = (ms: number) => formatMoment(ms, timeline.now, zone)
  const gap = gapNear(timeline.gaps, atMs, nearMs)
  const counts = countsAt(timeline, atMs)
  const percent = `${100 * share}%`
  return (
    // The slider says the same to screen readers.
    <p
      aria-hidden="true"
      style={{ left: percent, transform: `translateX(-${percent})` }}
      className="bg-surface border-line-strong shadow-raised pointer-events-none absolute top-full z-20 w-max max-w-full rounded-sm border px-1.5 text-xs tabular-nums lg:top-auto lg:bottom-full lg:mb-1"
    >
      {gap
        ? `${write(gap.fromMs)} to ${write(gap.toMs)}: ${gapInWords(gap)}`
        : [write(atMs), counts && countsInWords(counts)].filter(Boolean).join(' · ')}
    </p>
  )
}

const WIDTH = 1000
const HEIGHT = 100

/**
 * Stacked steps, one band a meaning in the order of the map's rings, as SVG paths in a box of WIDTH
 * × HEIGHT: a count holds until the next one.
 */
export function bandsOf(runs: readonly Run[], fromMs: number, toMs: number) {
  const most = Math.max(1, ...runs.flatMap(({ counts }) => counts.map(({ total }) => total)))
  const x = (ms: number) => round(((ms - fromMs) / Math.max(1, toMs - fromMs)) * WIDTH)
  const y = (count: number) => round(HEIGHT * (1 - count / most))
  return STATUS_STYLES.flatMap(({ colour }, style) => {
    const paths = runs.map(({ counts, toMs: endMs }) => {
      const steps = counts.map(({ atMs, byStatus }, at) => ({
        from: x(atMs),
        to: x(counts[at + 1]?.atMs ?? endMs),
        top: y(sum(byStatus, (other) => other <= style)),
        bottom: y(sum(byStatus, (other) => other < style)),
      }))
      if (steps.every(({ top, bottom }) => top === bottom)) return ''
      const over = steps.map(({ from, to, top }) => `L${from} ${top}L${to} ${top}`).join('')
      const back = steps
        .reverse()
        .map(({ from, to, bottom }) => `L${to} ${bottom}L${from} ${bottom}`)
      return `M${over.slice(1)}${back.join('')}Z`
    })
    const path = paths.join('')
    return path === '' ? [] : { colour, path }
  })
}

function sum(byStatus: Readonly<Record<string, number>>, has: (style: number) => boolean): number {
  return Object.entries(byStatus).reduce(
    (total, [status, count]) =>
      total + (has(STATUS_STYLES.indexOf(statusStyle(status || null))) ? count : 0),
    0,
  )
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/**
 * For screen readers: "Replay at 16:04:00, 80 vehicles"; where there is no
 * list, no number of vehicles.
 */
export function momentInWords(time: string, area: AreaList | null): string {
  return `Replay at ${time}, ${area ? counted(area.table.size, 'vehicle') : 'nothing recorded'}`
}

const STATUSES_NAMED = 4

/** "10 vehicles: 6 available, 4 busy", the most frequent statuses first. */
function countsInWords({ total, byStatus }: CountsAt): string {
  const named = Object.entries(byStatus)
    .sort(([, a], [, b]) => b - a)
    .slice(0, STATUSES_NAMED)
    .map(([status, count]) => `${formatCount(count)} ${statusPhrase(status || null)}`)
  return [counted(total, 'vehicle'), named.join(', ')].filter(Boolean).join(': ')
}
