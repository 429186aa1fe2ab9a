import type {
  CountsAt,
  RecordedStretch,
  RecordingGap,
  RecordingTimeline,
} from '@/lib/api/contract/recording'

/** A part of a recording without a gap of any kind, and the counts taken in it. */
export interface Run {
  readonly fromMs: number
  readonly toMs: number
  readonly counts: readonly CountsAt[]
}

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** The player's view of a recording. */
export interface PlayableRecording extends Span {
  readonly gaps: readonly RecordingGap[]
  /** Of its last list in order. */
  readonly lastMs: number
}

/** The parts of a timeline that tell when there are lists. */
interface RecordedTimes {
  readonly stretches: readonly RecordedStretch[]
}

interface RecordedUntilNow extends RecordedTimes {
  readonly now: number
}

/** Earliest and latest list that can be opened; null where nothing is recorded. */
export function recordedSpan({ stretches }: RecordedTimes): Span | null {
  if (stretches.length === 0) return null
  return {
    fromMs: Math.min(...stretches.map(({ fromMs }) => fromMs)),
    toMs: Math.max(...stretches.map(({ toMs }) => toMs)),
  }
}

/** Its last list in order is not the latest where the clock was set back. */
export function playable({ area, gaps, stretches }: RecordingTimeline): PlayableRecording {
  const lastMs = area.toMs ?? 0
  const { fromMs, toMs } = recordedSpan({ stretches }) ?? { fromMs: lastMs, toMs: lastMs }
  return { gaps, fromMs, lastMs, toMs: Math.max(lastMs, toMs) }
}

/**
 * Start of the stretch that a moment is of, the last one where the clock was set back;
 * null where none is recorded.
 */
export function startOf({ stretches }: RecordedTimes, atMs: number): string | null {
  return stretches.findLast(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)?.start ?? null
}

/**
 * Where the replay of another search begins: at the moment shown, which the
 * address has at rest only.
 * @param shownMs null where nothing was shown
 * @param beforeMs moment in the address with the search before
 */
export function beginningOf(shownMs: number | null, atMs: number, beforeMs: number): number {
  return shownMs !== null && atMs === beforeMs ? shownMs : atMs
}

/**
 * The replay of an area that is live begins a minute back, by a clock that
 * may be some seconds wrong.
 */
const SHORTLY_MS = 90_000

/**
 * The next list, where a replay began shortly before it: an area that is live may be recorded for
 * less than that. Of a gap of some time ago, the gap itself is meant.
 */
export function beginningAfter({ stretches, now }: RecordedUntilNow, atMs: number): number | null {
  const later = stretches.filter(({ fromMs }) => fromMs > atMs)
  const nextMs = Math.min(...later.map(({ fromMs }) => fromMs))
  if (isRecorded(stretches, atMs) || nextMs - atMs > SHORTLY_MS) return null
  return later.length === stretches.length || now - atMs <= SHORTLY_MS ? nextMs : null
}

/** Whether such a list is still to come: the area is recorded again in a moment. */
export function awaitsBeginning({ stretches, now }: RecordedUntilNow, atMs: number): boolean {
  return (
    !isRecorded(stretches, atMs) &&
    now - atMs <= SHORTLY_MS &&
    !stretches.some(({ fromMs }) => fromMs > atMs)
  )
}

function isRecorded(stretches: readonly RecordedStretch[], atMs: number): boolean {
  return stretches.some(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)
}

/**
 * The gap in which a moment lies: it begins after the last list before it, that of
 * the service with its first.
 */
export function gapAt(gaps: readonly RecordingGap[], atMs: number): RecordingGap | null {
  const isAfter = ({ fromMs, reason }: RecordingGap) =>
    reason === 'service' ? fromMs <= atMs : fromMs < atMs
  return gaps.find((gap) => isAfter(gap) && atMs < gap.toMs) ?? null
}

/** The gap that is meant by pointing at a moment. @param nearMs how far from it one may point */
export function gapNear(
  gaps: readonly RecordingGap[],
  atMs: number,
  nearMs: number,
): RecordingGap | null {
  const distanceMs = ({ fromMs, toMs }: RecordingGap) => Math.max(fromMs - atMs, atMs - toMs)
  const near = gaps.filter((gap) => distanceMs(gap) <= nearMs)
  const [nearest = null] = near.toSorted((a, b) => distanceMs(a) - distanceMs(b))
  return nearest
}

/** Counts as last taken before a moment; null in a gap. */
export function countsAt(timeline: RecordingTimeline, atMs: number): CountsAt | null {
  const run = runsOf(timeline).find(({ fromMs, toMs }) => fromMs <= atMs && atMs <= toMs)
  return run?.counts.findLast((counts) => counts.atMs <= atMs) ?? null
}

/**
 * The parts of a recording that a curve may connect: none leads over a gap, also of the service.
 */
export function runsOf({ stretches, gaps, counts }: RecordingTimeline): Run[] {
  const runs: Run[] = []
  for (const stretch of stretches) {
    for (const { fromMs, toMs } of spansBetween(gaps, stretch)) {
      const inside = counts.filter(({ atMs }) => fromMs <= atMs && atMs <= toMs)
      if (inside.length > 0) runs.push({ fromMs, toMs, counts: inside })
    }
  }
  return runs
}

/** The parts of a span that lie in no gap. */
function spansBetween(gaps: readonly RecordingGap[], { fromMs, toMs }: Span): Span[] {
  const inside = gaps
    .filter((gap) => gap.fromMs < toMs && gap.toMs > fromMs)
    .toSorted((a, b) => a.fromMs - b.fromMs)
  const spans: Span[] = []
  let beginMs = fromMs
  for (const gap of inside) {
    spans.push({ fromMs: beginMs, toMs: gap.fromMs })
    beginMs = gap.toMs
  }
  spans.push({ fromMs: beginMs, toMs })
  return spans
}
