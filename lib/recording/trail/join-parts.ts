import type { BreakReason, TrailBreak, TrailPart, TrailPoint } from '@/lib/api/contract/recording'
import { isSameStatus } from '@/lib/interface/statuses'

/** Parts of a trail, of which the second answer begins with the list that the first ended at. */
export function joinParts(earlier: readonly TrailPart[], later: readonly TrailPart[]): TrailPart[] {
  const last = earlier.at(-1)
  const next = later[0]
  const joined = last && next && joinPart(last, next)
  if (!joined) return [...earlier, ...later]
  const before = earlier.slice(0, -1)
  const after = later.slice(1)
  return [...before, joined, ...after]
}

/** Null for parts that stay two. */
function joinPart(last: TrailPart, next: TrailPart): TrailPart | null {
  if (last.kind === 'points' && next.kind === 'points') {
    return {
      kind: 'points',
      points: joinPoints(last.points, next.points),
    }
  }
  if (last.kind !== 'break' || next.kind !== 'break') return null
  const isSame = last.reason === next.reason && last.problem === next.problem
  if (!isSame) return null
  return { ...last, toMs: next.toMs }
}

/** Of the two that meet, one where it is the same position. */
function joinPoints(earlier: readonly TrailPoint[], later: readonly TrailPoint[]): TrailPoint[] {
  const last = earlier.at(-1)
  const next = later[0]
  if (!last || !next) return [...earlier, ...later]
  if (!isSamePoint(last, next)) return [...earlier, ...later]
  const joined: TrailPoint = {
    ...last,
    lastMs: next.lastMs,
    lastReportedAt: next.lastReportedAt,
  }
  const before = earlier.slice(0, -1)
  const after = later.slice(1)
  return [...before, joined, ...after]
}

function isSamePoint(a: TrailPoint, b: TrailPoint): boolean {
  const isSamePlace = a.lat === b.lat && a.lng === b.lng
  return isSamePlace && isSameStatus(a.status, b.status)
}

/** Lists come more often; the newest one may be as old. */
const LONGEST_INTERVAL_MS = 90_000

interface Span {
  readonly fromMs: number
  readonly toMs: number
}

/**
 * With breaks where nothing is recorded at the beginning or the end of the span, or of all of it.
 */
export function withinSpan(parts: readonly TrailPart[], span: Span): TrailPart[] {
  const { fromMs, toMs } = span
  const first = parts[0]
  const last = parts.at(-1)
  if (!first || !last) return [unknownBreak(fromMs, toMs)]

  const within = [...parts]
  const beginMs = beginOfPart(first) ?? fromMs
  if (beginMs - fromMs > LONGEST_INTERVAL_MS) {
    within.unshift(unknownBreak(fromMs, beginMs))
  }
  const endMs = endOfPart(last) ?? toMs
  if (toMs - endMs > LONGEST_INTERVAL_MS) {
    within.push(unknownBreak(endMs, toMs))
  }
  return within
}

function unknownBreak(fromMs: number, toMs: number): TrailBreak {
  return {
    kind: 'break',
    reason: 'unknown',
    problem: null,
    fromMs,
    toMs,
  }
}

function beginOfPart(part: TrailPart): number | undefined {
  if (part.kind === 'break') return part.fromMs
  return part.points[0]?.atMs
}

function endOfPart(part: TrailPart): number | undefined {
  if (part.kind === 'break') return part.toMs
  return part.points.at(-1)?.lastMs
}

/** Points without a time between them of which nothing is known. */
interface Known extends Span {
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
  const canMerge = seen.length > 1 && seen.every(isInOrder)
  if (!canMerge) return fullest(seen)
  const breaks = seen.flat().filter((part) => part.kind === 'break')
  const begins = seen.map(beginOf)
  const ends = seen.map(endOf)
  const fromMs = Math.min(...begins)
  const toMs = Math.max(...ends)
  const merged: TrailPart[] = []
  let untilMs = fromMs
  for (const known of runsOf(seen)) {
    merged.push(...breaksBetween(untilMs, known.fromMs, breaks))
    merged.push({ kind: 'points', points: known.points })
    untilMs = known.toMs
  }
  return [...merged, ...breaksBetween(untilMs, toMs, breaks)]
}

/** Parts in which points go on over breaks that are together shorter than this. */
export function withoutShortBreaks(parts: readonly TrailPart[], shortestMs: number): TrailPart[] {
  let kept: TrailPart[] = []
  let breaks: TrailBreak[] = []
  for (const part of parts) {
    if (part.kind === 'break') {
      breaks.push(part)
      continue
    }
    const firstMs = breaks[0]?.fromMs ?? 0
    const lastMs = breaks.at(-1)?.toMs ?? 0
    const isBetween = kept.at(-1)?.kind === 'points'
    const isShort = isBetween && lastMs - firstMs < shortestMs
    const added = isShort ? [part] : [...breaks, part]
    kept = joinParts(kept, added)
    breaks = []
  }
  return [...kept, ...breaks]
}

/** Parts up to a time; a part that goes on after it ends there. */
export function partsUntil(parts: readonly TrailPart[], untilMs: number): TrailPart[] {
  const kept: TrailPart[] = []
  for (const part of parts) {
    if (part.kind === 'break') {
      if (part.fromMs >= untilMs) continue
      const toMs = Math.min(part.toMs, untilMs)
      kept.push({ ...part, toMs })
      continue
    }
    const begun = part.points.filter(({ atMs }) => atMs <= untilMs)
    const points = begun.map((point) => {
      const lastMs = Math.min(point.lastMs, untilMs)
      return { ...point, lastMs }
    })
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
      const further = pointsAfter(part.points, last.toMs)
      runs[runs.length - 1] = {
        fromMs: last.fromMs,
        toMs: part.toMs,
        points: joinPoints(last.points, further),
      }
    }
  }
  return runs
}

function knownOf(points: readonly TrailPoint[]): Known[] {
  const first = points[0]
  const last = points.at(-1)
  if (!first || !last) return []
  const known: Known = {
    fromMs: first.atMs,
    toMs: last.lastMs,
    points,
  }
  return [known]
}

/** From a time on: the one of then begins there. */
function pointsAfter(points: readonly TrailPoint[], atMs: number): TrailPoint[] {
  const later = points.filter(({ lastMs }) => lastMs > atMs)
  return later.map((point) => {
    if (point.atMs >= atMs) return point
    return {
      ...point,
      atMs,
      reportedAt: point.lastReportedAt,
    }
  })
}

/** Why nothing is known, time by time. */
function breaksBetween(fromMs: number, toMs: number, breaks: readonly TrailBreak[]): TrailBreak[] {
  const inside = breaks.filter((one) => one.fromMs < toMs && one.toMs > fromMs)
  const edges = edgesWithin(fromMs, toMs, inside)
  const found: TrailBreak[] = []
  for (const [at, endMs] of edges.slice(1).entries()) {
    const beginMs = edges[at] as number
    const here = inside.filter((one) => one.fromMs <= beginMs && one.toMs >= endMs)
    const strongest = strongestOf(here)
    const next: TrailBreak = {
      kind: 'break',
      fromMs: beginMs,
      toMs: endMs,
      reason: strongest?.reason ?? 'unknown',
      problem: strongest?.problem ?? null,
    }
    const last = found.at(-1)
    const joined = last && joinPart(last, next)
    if (joined?.kind === 'break') found[found.length - 1] = joined
    else found.push(next)
  }
  return found
}

/** Both ends, and the times between them at which a break begins or ends, in their order. */
function edgesWithin(fromMs: number, toMs: number, breaks: readonly TrailBreak[]): number[] {
  const times = breaks.flatMap((one) => [one.fromMs, one.toMs])
  const within = times.filter((ms) => ms > fromMs && ms < toMs)
  const edges = new Set([fromMs, ...within, toMs])
  return [...edges].sort((a, b) => a - b)
}

function strongestOf(breaks: readonly TrailBreak[]): TrailBreak | null {
  let strongest: TrailBreak | null = null
  for (const part of breaks) {
    const isStronger = !strongest || strength(part.reason) > strength(strongest.reason)
    if (isStronger) strongest = part
  }
  return strongest
}

function strength(reason: BreakReason): number {
  if (reason === STRONGEST) return WEAKEST.length + 1
  const weak = WEAKEST.indexOf(reason)
  return weak < 0 ? WEAKEST.length : weak
}

function isInOrder(parts: readonly TrailPart[]): boolean {
  const times = parts.flatMap(timesOf)
  return times.every((ms, n) => {
    const before = times[n - 1]
    return before === undefined || ms >= before
  })
}

function timesOf(part: TrailPart): number[] {
  if (part.kind === 'break') return [part.fromMs, part.toMs]
  return part.points.flatMap(({ atMs, lastMs }) => [atMs, lastMs])
}

/** Of parts, 0 for none. */
function beginOf(parts: readonly TrailPart[]): number {
  const first = parts[0]
  return (first && beginOfPart(first)) ?? 0
}

/** Of parts, 0 for none. */
export function endOf(parts: readonly TrailPart[]): number {
  const last = parts.at(-1)
  return (last && endOfPart(last)) ?? 0
}

export function countPoints(parts: readonly TrailPart[]): number {
  let count = 0
  for (const part of parts) {
    if (part.kind === 'points') count += part.points.length
  }
  return count
}

function fullest(trails: readonly (readonly TrailPart[])[]): readonly TrailPart[] {
  let most: readonly TrailPart[] = []
  for (const parts of trails) {
    const isFuller = countPoints(parts) > countPoints(most)
    if (most.length === 0 || isFuller) most = parts
  }
  return most
}
