import type { TrailPoint } from '@/lib/api/contract/recording-questions'
import { distanceMetres } from '@/lib/interface/geometry'
import { parseTime } from '@/lib/interface/times'

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

/** A faster step of some length is a mistaken position. */
export const JUMP_KMH = 200
/** Reports are a second apart or more, and off by some metres: shorter steps may look fast. */
const JUMP_METRES = 300
/** The vehicle is back within this many points, or else went on from there. */
const JUMP_POINTS = 5

const LEAST_MS = 1_000
const KMH_PER_METRE_A_MS = 3_600

const reportMs = (text: string | null) => (text === null ? null : (parseTime(text)?.epochMs ?? null))

/** Time from the last report at one point to the first at the next; by the lists where the reports do not say it. */
function elapsedMs(from: TrailPoint, to: TrailPoint): number | null {
  const [left, reached] = [reportMs(from.lastReportedAt), reportMs(to.reportedAt)]
  if (left !== null && reached !== null && reached - left >= LEAST_MS) return reached - left
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

/** Points without those at impossible distances; where the vehicle did not come back, another piece begins. */
export function withoutJumps(points: readonly TrailPoint[]): { pieces: Piece[]; jumps: Jump[] } {
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
      ;[kept, steps] = [[point], []]
      continue
    }
    if (step) steps.push(step)
    kept.push(point)
  }
  if (kept.length > 0) pieces.push({ points: kept, steps })
  return { pieces, jumps }
}
