import type { TrailPoint } from '@/lib/contract/recording-questions'
import type { Position } from '@/lib/interface/resources'

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
