import type { PointerEvent } from 'react'
import { usePreferences } from '@/components/layout/preferences/preferences'
import type { RecordingTimeline } from '@/lib/contract/recording'
import { gapInWords } from '@/lib/format/recording/recording-gap'
import { formatMoment } from '@/lib/format/time/time'
import { countsAt, gapNear } from '@/lib/live-client/replay/timeline'
import { countsInWords } from './moment-words'

/** Half of the slider's thumb: by so much its ends lie within. */
const EDGE_PX = 8
/** A short gap is drawn two pixels wide. */
const NEAR_PX = 4

/** A moment under the pointer. */
export interface Pointed {
  readonly atMs: number
  /** From the beginning to the end of the timeline, 0 to 1. */
  readonly share: number
  /** A gap that is no further away is meant. */
  readonly nearMs: number
}

export function pointedAt(
  { clientX, currentTarget }: Pick<PointerEvent, 'clientX' | 'currentTarget'>,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Pointed {
  const { left, width } = currentTarget.getBoundingClientRect()
  const track = Math.max(1, width - 2 * EDGE_PX)
  const share = Math.min(1, Math.max(0, (clientX - left - EDGE_PX) / track))
  return { atMs: fromMs + share * (toMs - fromMs), share, nearMs: (NEAR_PX / track) * (toMs - fromMs) }
}

/** The time under the pointer with its counts, or the gap there with its reason; under the timeline where the clock is above it. */
export function PointedMoment({
  pointed: { atMs, share, nearMs },
  timeline,
}: {
  readonly pointed: Pointed
  readonly timeline: RecordingTimeline
}) {
  const zone = usePreferences().zone ?? undefined
  const write = (ms: number) => formatMoment(ms, timeline.now, zone)
  const gap = gapNear(timeline.gaps, atMs, nearMs)
  const counts = countsAt(timeline, atMs)
  const percent = `${100 * share}%`
  return (
    // The slider says the same to screen readers.
    <p
      aria-hidden="true"
      style={{ left: percent, transform: `translateX(-${percent})` }}
      className="bg-surface border-line-strong shadow-raised pointer-events-none absolute top-full z-20 w-max max-w-full rounded border px-1.5 text-xs tabular-nums lg:top-auto lg:bottom-full lg:mb-1"
    >
      {gap
        ? `${write(gap.fromMs)} to ${write(gap.toMs)}: ${gapInWords(gap)}`
        : [write(atMs), counts && countsInWords(counts)].filter(Boolean).join(' · ')}
    </p>
  )
}
