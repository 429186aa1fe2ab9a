import type { TrailPoint } from '@/lib/api/contract/recording'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { isSameStatus } from '@/lib/interface/statuses'
import { parseTime } from '@/lib/interface/times'

export interface Stop {
  readonly fromMs: number
  readonly toMs: number
  /** Middle of its points, by time. */
  readonly position: Position
  /** False where it was there already when the piece began, or still when it ended. */
  readonly isBeginKnown: boolean
  readonly isEndKnown: boolean
  readonly statuses: readonly (string | null)[]
  /** Last report of it, on the service's clock; null where none says when. */
  readonly reportedAtMs: number | null
}

export interface StopRule {
  /**
   * All of its points are so near to their middle: satellite positions of a standing vehicle differ
   * by some 10 m, between tall houses by 30 m.
   */
  readonly metres: number
  readonly ms: number
}

export const STOP_METRES = 50
export const STOP_MINUTES = [1, 2, 5, 10, 30] as const
export const DEFAULT_STOP_MINUTES = 2

/** Farther away for no longer than this is noise. */
export const EXCURSION_MS = 30_000

/** A stop and the indices of its first and last point. */
export interface FoundStop {
  readonly stop: Stop
  readonly first: number
  readonly last: number
}

/** Stops among points without a gap, in their order. */
export function findStops(points: readonly TrailPoint[], rule: StopRule): FoundStop[] {
  const found: FoundStop[] = []
  for (let n = 0; n < points.length; n++) {
    const group = groupFrom(points, n, rule.metres)
    const end = group.at(-1) as number
    if (durationMs(points, n, end) < rule.ms) continue
    const stop = stopOf(points, group, rule)
    if (!stop) continue
    found.push(stop)
    n = end
  }
  return found
}

/** Indices of points around a common middle, from the first on. */
function groupFrom(points: readonly TrailPoint[], first: number, metres: number): number[] {
  const group = [first]
  const middle = new Middle(points[first] as TrailPoint)
  for (let n = first + 1; n < points.length; n++) {
    const point = points[n] as TrailPoint
    if (distanceMetres(middle.position, point) <= metres) {
      middle.add(point)
      group.push(n)
    } else if (point.lastMs - (points[group.at(-1) as number] as TrailPoint).lastMs > EXCURSION_MS)
      break
  }
  return group
}

/**
 * Without points on the way at both ends, where half as far from the middle is too far;
 * null for too short a time.
 */
function stopOf(
  points: readonly TrailPoint[],
  group: readonly number[],
  { metres, ms }: StopRule,
): FoundStop | null {
  const middle = new Middle(points[group[0] as number] as TrailPoint)
  for (const n of group.slice(1)) middle.add(points[n] as TrailPoint)
  const { position } = middle
  const from = group[0] as number
  const range = points.slice(from, (group.at(-1) as number) + 1)
  const isNear = (point: TrailPoint) => distanceMetres(position, point) <= metres / 2
  const first = from + range.findIndex(isNear)
  const last = from + range.findLastIndex(isNear)
  if (first < from || durationMs(points, first, last) < ms) return null
  const pointsOfStop = points.slice(first, last + 1)
  const reportedAt = pointsOfStop.at(-1)?.lastReportedAt ?? null
  const stop = {
    fromMs: pointsOfStop[0]?.atMs ?? 0,
    toMs: pointsOfStop.at(-1)?.lastMs ?? 0,
    position,
    isBeginKnown: first > 0,
    isEndKnown: last < points.length - 1,
    statuses: distinctStatuses(pointsOfStop),
    reportedAtMs: reportedAt === null ? null : (parseTime(reportedAt)?.epochMs ?? null),
  }
  return { stop, first, last }
}

function durationMs(points: readonly TrailPoint[], first: number, last: number): number {
  return (points[last]?.lastMs ?? 0) - (points[first]?.atMs ?? 0)
}

/** Statuses of points in their order, each as it was first written. */
export function distinctStatuses(points: readonly TrailPoint[]): (string | null)[] {
  const statuses: (string | null)[] = []
  for (const [n, { status }] of points.entries()) {
    const last = statuses.at(-1) ?? null
    if (n === 0 || !isSameStatus(last, status)) statuses.push(status)
  }
  return statuses
}

/** Mean of positions, each by the time for which it was the vehicle's. */
class Middle {
  readonly #origin: Position
  #weight = 0
  #lat = 0
  #lng = 0

  constructor(point: TrailPoint) {
    this.#origin = point
    this.add(point)
  }

  add(point: TrailPoint): void {
    // A list alone counts too.
    const weight = Math.max(1_000, point.lastMs - point.atMs)
    this.#weight += weight
    this.#lat += weight * (point.lat - this.#origin.lat)
    this.#lng += weight * shortWay(point.lng - this.#origin.lng)
  }

  get position(): Position {
    const { lat, lng } = this.#origin
    return { lat: lat + this.#lat / this.#weight, lng: shortWay(lng + this.#lng / this.#weight) }
  }
}

/** Degrees of longitude from -180 to 180. */
function shortWay(degrees: number): number {
  if (degrees > 180) return degrees - 360
  if (degrees < -180) return degrees + 360
  return degrees
}
