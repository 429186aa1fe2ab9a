import type { TrailBreak, TrailPart, TrailPoint } from '@/lib/api/contract/recording-questions'
import { type Jump, type Piece, withoutJumps } from './steps'
import { findStops, type Stop, type StopRule } from './stops'

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
  /** In their order. */
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
      legs.push(...legsOf(piece, rule), ...jumps.map((jump): Leg => ({ kind: 'jump', ...jump })))
      pieces.push(piece)
    }
  }
  const metres = legs.reduce((sum, leg) => sum + (leg.kind === 'drive' ? leg.metres : 0), 0)
  return { legs, pieces, metres }
}

function legsOf(piece: Piece, rule: StopRule): Leg[] {
  const legs: Leg[] = []
  let from = 0
  for (const { stop, first, last } of findStops(piece.points, rule)) {
    if (first > from) legs.push(drive(piece, from, first))
    legs.push({ kind: 'stop', ...stop, points: piece.points.slice(first, last + 1) })
    from = last
  }
  const end = piece.points.length - 1
  if (end > from || legs.length === 0) legs.push(drive(piece, from, end))
  return legs
}

/** Between two points; the time at the first counts as its end, that at the last as its beginning. */
function drive({ points, steps }: Piece, from: number, to: number): Leg {
  const [first, last] = [points[from] as TrailPoint, points[to] as TrailPoint]
  // At the ends of a piece there is no stop.
  const fromMs = from === 0 ? first.atMs : first.lastMs
  const toMs = to === points.length - 1 ? last.lastMs : last.atMs
  const its = steps.slice(from, to)
  const metres = its.reduce((sum, step) => sum + step.metres, 0)
  const speeds = its.flatMap(({ kmh }) => (kmh === null ? [] : [kmh]))
  return {
    kind: 'drive',
    ...{ fromMs, toMs, metres },
    averageKmh: toMs > fromMs ? (metres / (toMs - fromMs)) * KMH_PER_METRE_A_MS : null,
    fastestKmh: speeds.length > 0 ? Math.max(...speeds) : null,
    points: points.slice(from, to + 1),
  }
}
