import type { TrailBreak, TrailPart, TrailPoint } from '@/lib/api/contract/recording'
import { distanceMetres } from '@/lib/interface/geometry'
import { parseTime } from '@/lib/interface/times'
import { findStops, type Stop, type StopRule } from './stops'

/** From a point of a trail to the next one of the same piece. */
export interface Step {
  readonly metres: number
  /** Null where the times do not say how long it took. */
  readonly ms: number | null
  /** Null where `ms` is. */
  readonly kmh: number | null
}

/** Points that follow each other without a gap. */
export interface Piece {
  readonly points: readonly TrailPoint[]
  /** One less than the points. */
  readonly steps: readonly Step[]
}

/** Points away from the others, at a distance that no vehicle covers in that time. */
export interface Jump {
  /** Index of the piece within which, or after which, it was. */
  readonly piece: number
  readonly points: readonly TrailPoint[]
  /** From the point before. */
  readonly metres: number
  /** False where the vehicle went on from there. */
  readonly hasReturned: boolean
}

/** From one stop to the next, or to where nothing more is known. */
export interface Drive {
  readonly fromMs: number
  readonly toMs: number
  /** Along the points. */
  readonly metres: number
  /** Null where the times do not say it. */
  readonly averageKmh: number | null
  readonly fastestKmh: number | null
  /** With the last of the stop before and the first of the next one. */
  readonly points: readonly TrailPoint[]
}

export type Leg =
  | ({ readonly kind: 'stop'; readonly points: readonly TrailPoint[] } & Stop)
  | ({ readonly kind: 'drive' } & Drive)
  | ({ readonly kind: 'jump' } & Jump)
  | TrailBreak

export interface Trail {
  readonly legs: readonly Leg[]
  /** Points that follow each other without a break, without those at impossible distances. */
  readonly pieces: readonly Piece[]
  readonly metres: number
}

const KMH_PER_METRE_A_MS = 3_600

/** Legs of a vehicle, stop by stop; nothing is assumed of the time in a break. */
export function readTrail(parts: readonly TrailPart[], rule: StopRule): Trail {
  const legs: Leg[] = []
  const pieces: Piece[] = []
  for (const part of parts) {
    if (part.kind === 'break') {
      legs.push(part)
      continue
    }
    const clean = withoutJumps(part.points)
    for (const [n, piece] of clean.pieces.entries()) {
      const jumps = clean.jumps.filter((jump) => jump.piece === n)
      legs.push(...legsOf(piece, rule))
      for (const jump of jumps) legs.push({ kind: 'jump', ...jump })
      pieces.push(piece)
    }
  }
  const metres = legs.reduce((sum, leg) => sum + (leg.kind === 'drive' ? leg.metres : 0), 0)
  return { legs, pieces, metres }
}

function legsOf(piece: Piece, rule: StopRule): Leg[] {
  const legs: Leg[] = []
  let from = 0
  let isAfterStop = false
  for (const { stop, first, last } of findStops(piece.points, rule)) {
    if (first > from) legs.push(drive(piece, { from, to: first, isAfterStop, isBeforeStop: true }))
    legs.push({ kind: 'stop', ...stop, points: piece.points.slice(first, last + 1) })
    from = last
    isAfterStop = true
  }
  const to = piece.points.length - 1
  if (to > from || legs.length === 0)
    legs.push(drive(piece, { from, to, isAfterStop, isBeforeStop: false }))
  return legs
}

interface DriveRange {
  /** Indices of points. */
  readonly from: number
  readonly to: number
  readonly isAfterStop: boolean
  readonly isBeforeStop: boolean
}

/** Between two points; the time of a stop at the first or the last is not the drive's. */
function drive({ points, steps }: Piece, { from, to, isAfterStop, isBeforeStop }: DriveRange): Leg {
  const first = points[from] as TrailPoint
  const last = points[to] as TrailPoint
  const fromMs = isAfterStop ? first.lastMs : first.atMs
  const toMs = isBeforeStop ? last.atMs : last.lastMs
  const driven = steps.slice(from, to)
  const metres = driven.reduce((sum, step) => sum + step.metres, 0)
  const speeds = driven.map(({ kmh }) => kmh).filter((kmh) => kmh !== null)
  return {
    kind: 'drive',
    fromMs,
    toMs,
    metres,
    averageKmh: toMs > fromMs ? (metres / (toMs - fromMs)) * KMH_PER_METRE_A_MS : null,
    fastestKmh: speeds.length > 0 ? Math.max(...speeds) : null,
    points: points.slice(from, to + 1),
  }
}

/** A faster step of some length is a mistaken position. */
export const JUMP_KMH = 200
/** Reports are a second apart or more, and off by some metres: shorter steps may look fast. */
const JUMP_METRES = 300
/** The vehicle is back within this many points, or else went on from there. */
const JUMP_POINTS = 5

const LEAST_MS = 1_000
const reportMs = (text: string | null) =>
  text === null ? null : (parseTime(text)?.epochMs ?? null)

/**
 * Time from the last report at one point to the first at the next; by the lists where
 * the reports do not say it.
 */
function elapsedMs(from: TrailPoint, to: TrailPoint): number | null {
  const leftMs = reportMs(from.lastReportedAt)
  const reachedMs = reportMs(to.reportedAt)
  const areReported = leftMs !== null && reachedMs !== null
  if (areReported && reachedMs - leftMs >= LEAST_MS) return reachedMs - leftMs
  // A vehicle that seldom reports left later than its first list and arrived before the last.
  const ms = to.atMs - from.atMs
  return ms >= LEAST_MS ? ms : null
}

function stepBetween(from: TrailPoint, to: TrailPoint): Step {
  const metres = distanceMetres(from, to)
  const ms = elapsedMs(from, to)
  return { metres, ms, kmh: ms === null ? null : (metres / ms) * KMH_PER_METRE_A_MS }
}

function isJump({ metres, kmh }: Step): boolean {
  return metres > JUMP_METRES && (kmh === null || kmh > JUMP_KMH)
}

/**
 * Points without those at impossible distances; where the vehicle did not come
 * back, another piece begins.
 */
function withoutJumps(points: readonly TrailPoint[]): { pieces: Piece[]; jumps: Jump[] } {
  const pieces: Piece[] = []
  const jumps: Jump[] = []
  let kept: TrailPoint[] = []
  let steps: Step[] = []
  for (let n = 0; n < points.length; n++) {
    const point = points[n] as TrailPoint
    const last = kept.at(-1)
    const step = last && stepBetween(last, point)
    if (last && step && isJump(step)) {
      const back = points
        .slice(n + 1, n + 1 + JUMP_POINTS)
        .findIndex((later) => !isJump(stepBetween(last, later)))
      jumps.push({
        piece: pieces.length,
        points: points.slice(n, n + 1 + Math.max(0, back)),
        metres: step.metres,
        hasReturned: back >= 0,
      })
      if (back >= 0) {
        n += back
        continue
      }
      pieces.push({ points: kept, steps })
      kept = [point]
      steps = []
      continue
    }
    if (step) steps.push(step)
    kept.push(point)
  }
  if (kept.length > 0) pieces.push({ points: kept, steps })
  return { pieces, jumps }
}
