import type { RecordingGap } from '@/lib/contract/recording'

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/** Times for which an area has recorded a circle. */
export interface AreaCoverage {
  /** Null for vehicles of every type. */
  readonly type: string | null
  /** Whether the circle lies inside of it. */
  readonly isWhole: boolean
  readonly stretches: readonly Span[]
  readonly gaps: readonly RecordingGap[]
  /** Gaps of the time that was asked for. */
  readonly asked: readonly RecordingGap[]
}

/** Gaps of areas at times for which no other one knows the whole circle; those that meet for one reason are one. */
export function uncoveredGaps(areas: readonly AreaCoverage[]): RecordingGap[] {
  const left = areas.flatMap((area) =>
    area.asked.filter((gap) => !areas.some((other) => other !== area && covers(other, area.type, gap))),
  )
  const joined: RecordingGap[] = []
  for (const gap of left.sort((a, b) => a.fromMs - b.fromMs)) {
    const at = joined.findIndex(
      ({ reason, problem, toMs }) => reason === gap.reason && problem === gap.problem && toMs >= gap.fromMs,
    )
    const before = joined[at]
    if (before) joined[at] = { ...before, toMs: Math.max(before.toMs, gap.toMs) }
    else joined.push(gap)
  }
  return joined
}

function covers({ isWhole, type, stretches, gaps }: AreaCoverage, of: string | null, span: Span): boolean {
  if (!isWhole || (type !== null && type !== of)) return false
  const isRecorded = stretches.some(({ fromMs, toMs }) => fromMs <= span.fromMs && toMs >= span.toMs)
  return isRecorded && !gaps.some((gap) => gap.fromMs < span.toMs && gap.toMs > span.fromMs)
}

/** Between two lists of an area, at most. */
const LONGEST_INTERVAL_MS = 90_000

/** Times of a span of which no area has a list, nor a gap with its reason. Seconds between two areas count as none. */
export function unrecordedTimes(
  areas: readonly Pick<AreaCoverage, 'stretches'>[],
  gaps: readonly RecordingGap[],
  { fromMs, toMs }: Span,
): RecordingGap[] {
  const spans = [...areas.flatMap(({ stretches }) => stretches), ...gaps, { fromMs: toMs, toMs }]
  const left: RecordingGap[] = []
  let knownMs = fromMs
  for (const span of spans.sort((a, b) => a.fromMs - b.fromMs)) {
    const untilMs = Math.min(span.fromMs, toMs)
    const isAll = knownMs === fromMs && untilMs === toMs
    if (untilMs > knownMs && (isAll || untilMs - knownMs > LONGEST_INTERVAL_MS))
      left.push({ fromMs: knownMs, toMs: untilMs, reason: 'unknown', problem: null })
    knownMs = Math.max(knownMs, span.toMs)
  }
  return left
}
