import type { BreakReason, TrailBreak, TrailPart, TrailPoint } from '@/lib/api/contract/recording'
import { isSameStatus } from '@/lib/interface/statuses'

/** Parts of a trail, of which the second answer begins with the list that the first ended at. */
export function joinParts(earlier: readonly TrailPart[], later: readonly TrailPart[]): TrailPart[] {
  const last = earlier.at(-1)
  const next = later[0]
  const joined = last && next && joinPart(last, next)
  if (!joined) return [...earlier, ...later]
  return [...earlier.slice(0, -1), joined, ...later.slice(1)]
}

/** Null for parts that stay two. */
function joinPart(last: TrailPart, next: TrailPart): TrailPart | null {
  if (last.kind === 'points' && next.kind === 'points')
    return { kind: 'points', points: joinPoints(last.points, next.points) }
  if (last.kind !== 'break' || next.kind !== 'break') return null
  const isSame = last.reason === next.reason && last.problem === next.problem
  return isSame ? { ...last, toMs: next.toMs } : null
}

/** Of the two that meet, one where it is the same position. */
function joinPoints(earlier: readonly TrailPoint[], later: readonly TrailPoint[]): TrailPoint[] {
  const last = earlier.at(-1)
  const next = later[0]
  if (!last || !next || !isSamePoint(last, next)) return [...earlier, ...later]
  const { lastMs, lastReportedAt } = next
  return [...earlier.slice(0, -1), { ...last, lastMs, lastReportedAt }, ...later.slice(1)]
}

function isSamePoint(a: TrailPoint, b: TrailPoint): boolean {
  return a.lat === b.lat && a.lng === b.lng && isSameStatus(a.status, b.status)
}

/** Lists come more often; the newest one may be as old. */
const LONGEST_INTERVAL_MS = 90_000

/**
 * With breaks where nothing is recorded at the beginning or the end of the span, or of all of it.
 */
export function withinSpan(
  parts: readonly TrailPart[],
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): TrailPart[] {
  const first = parts[0]
  const last = parts.at(-1)
  const unknown = { kind: 'break', reason: 'unknown', problem: null } as const
  if (!first || !last) return [{ ...unknown, fromMs, toMs }]
  const beginMs = first.kind === 'break' ? first.fromMs : (first.points[0]?.atMs ?? fromMs)
  const endMs = last.kind === 'break' ? last.toMs : (last.points.at(-1)?.lastMs ?? toMs)
  const within = [...parts]
  if (beginMs - fromMs > LONGEST_INTERVAL_MS) within.unshift({ ...unknown, fromMs, toMs: beginMs })
  if (toMs - endMs > LONGEST_INTERVAL_MS) within.push({ ...unknown, fromMs: endMs, toMs })
  return within
}

interface Known {
  readonly fromMs: number
  readonly toMs: number
  readonly points: readonly TrailPoint[]
}

/**
 * Of several reasons at a time: that it was not in one area says less than that
 * another one was not recorded.
 */
const WEAKEST: readonly BreakReason[] = ['absent', 'unknown']
const STRONGEST: BreakReason = 'no-position'

/**
 * Trails of a vehicle in several areas, as one. Where two know it, the one that knew it first is
 * followed to its end; where none does, nothing is assumed.
 * @param trails each in its order. Of areas in which times go back, as the clock was set, the
 * one that knows most is taken
 */
export function mergeTrails(trails: readonly (readonly TrailPart[])[]): readonly TrailPart[] {
  const seen = trails.filter((parts) => parts.length > 0)
  if (seen.length < 2 || !seen.every(isInOrder)) return fullest(seen)
  const breaks = seen.flat().filter((part) => part.kind === 'break')
  const fromMs = Math.min(...seen.map(beginOf))
  const toMs = Math.max(...seen.map(endOf))
  const merged: TrailPart[] = []
  let untilMs = fromMs
  for (const known of runsOf(seen)) {
    merged.push(...breaksBetween(untilMs, known.fromMs, breaks))
    merged.push({ kind: 'points', points: known.points })
    untilMs = known.toMs
  }
  return [...merged, ...breaksBetween(untilMs, toMs, breaks)]
}

/** Parts in which points go on over breaks that are shorter than this. */
export function withoutShortBreaks(parts: readonly TrailPart[], shortestMs: number): TrailPart[] {
  const isShort = (part: TrailPart) => part.kind === 'break' && part.toMs - part.fromMs < shortestMs
  let kept: TrailPart[] = []
  for (const [at, part] of parts.entries()) {
    const isBetween = parts[at - 1]?.kind === 'points' && parts[at + 1]?.kind === 'points'
    if (isBetween && isShort(part)) continue
    kept = joinParts(kept, [part])
  }
  return kept
}

/** Parts up to a time; a part that goes on after it ends there. */
export function partsUntil(parts: readonly TrailPart[], untilMs: number): TrailPart[] {
  const kept: TrailPart[] = []
  for (const part of parts) {
    if (part.kind === 'break') {
      const isBefore = part.fromMs < untilMs
      if (isBefore) kept.push({ ...part, toMs: Math.min(part.toMs, untilMs) })
      continue
    }
    const points = part.points
      .filter(({ atMs }) => atMs <= untilMs)
      .map((point) => ({ ...point, lastMs: Math.min(point.lastMs, untilMs) }))
    if (points.length > 0) kept.push({ kind: 'points', points })
  }
  return kept
}

/** Points without a time between them of which no area knows anything. */
function runsOf(trails: readonly (readonly TrailPart[])[]): Known[] {
  const pointsOfParts = trails.flat().filter((part) => part.kind === 'points')
  const parts = pointsOfParts.flatMap(({ points }) => knownOf(points))
  parts.sort((a, b) => a.fromMs - b.fromMs || b.toMs - a.toMs)

  const runs: Known[] = []
  for (const part of parts) {
    const last = runs.at(-1)
    if (!last || part.fromMs > last.toMs) {
      runs.push(part)
    } else if (part.toMs > last.toMs) {
      const points = joinPoints(last.points, pointsAfter(part.points, last.toMs))
      runs[runs.length - 1] = { fromMs: last.fromMs, toMs: part.toMs, points }
    }
  }
  return runs
}

function knownOf(points: readonly TrailPoint[]): Known[] {
  const first = points[0]
  const last = points.at(-1)
  return first && last ? [{ fromMs: first.atMs, toMs: last.lastMs, points }] : []
}

/** From a time on: the one of then begins there. */
function pointsAfter(points: readonly TrailPoint[], atMs: number): TrailPoint[] {
  return points
    .filter(({ lastMs }) => lastMs > atMs)
    .map((point) =>
      point.atMs < atMs ? { ...point, atMs, reportedAt: point.lastReportedAt } : point,
    )
}

/** Why nothing is known, time by time. */
function breaksBetween(fromMs: number, toMs: number, breaks: readonly TrailBreak[]): TrailBreak[] {
  const inside = breaks.filter((one) => one.fromMs < toMs && one.toMs > fromMs)
  const times = inside
    .flatMap((one) => [one.fromMs, one.toMs])
    .filter((ms) => ms > fromMs && ms < toMs)
  const edges = [...new Set([fromMs, ...times, toMs])].sort((a, b) => a - b)
  const found: TrailBreak[] = []
  for (const [at, endMs] of edges.slice(1).entries()) {
    const beginMs = edges[at] as number
    const here = inside.filter((one) => one.fromMs <= beginMs && one.toMs >= endMs)
    const strongest = strongestOf(here)
    const reason = strongest?.reason ?? 'unknown'
    const problem = strongest?.problem ?? null
    const last = found.at(-1)
    if (last?.reason === reason && last.problem === problem)
      found[found.length - 1] = { ...last, toMs: endMs }
    else found.push({ kind: 'break', fromMs: beginMs, toMs: endMs, reason, problem })
  }
  return found
}

function strongestOf(breaks: readonly TrailBreak[]): TrailBreak | null {
  let strongest: TrailBreak | null = null
  for (const part of breaks) {
    if (!strongest || strength(part.reason) > strength(strongest.reason)) strongest = part
  }
  return strongest
}

function strength(reason: BreakReason): number {
  if (reason === STRONGEST) return WEAKEST.length + 1
  const weak = WEAKEST.indexOf(reason)
  return weak < 0 ? WEAKEST.length : weak
}

function isInOrder(parts: readonly TrailPart[]): boolean {
  const times = parts.flatMap((part) => {
    if (part.kind === 'break') return [part.fromMs, part.toMs]
    return part.points.flatMap(({ atMs, lastMs }) => [atMs, lastMs])
  })
  return times.every((ms, n) => n === 0 || ms >= (times[n - 1] as number))
}

const beginOf = ([first]: readonly TrailPart[]) =>
  first?.kind === 'break' ? first.fromMs : (first?.points[0]?.atMs ?? 0)

/** Of parts, 0 for none. */
export function endOf(parts: readonly TrailPart[]): number {
  const last = parts.at(-1)
  return last?.kind === 'break' ? last.toMs : (last?.points.at(-1)?.lastMs ?? 0)
}

export function countPoints(parts: readonly TrailPart[]): number {
  return parts.reduce((sum, part) => sum + (part.kind === 'points' ? part.points.length : 0), 0)
}

function fullest(trails: readonly (readonly TrailPart[])[]): readonly TrailPart[] {
  let most: readonly TrailPart[] = []
  for (const parts of trails) {
    if (most.length === 0 || countPoints(parts) > countPoints(most)) most = parts
  }
  return most
}
