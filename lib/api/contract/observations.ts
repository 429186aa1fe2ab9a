import type { ObservedGapName } from '@/lib/interface/gaps'

/** An observed answer in a gap. */
export interface ObservedAnswer {
  /** A key word of the service, or a form in our words; never a personal value. */
  readonly value: string
  readonly kind: 'word' | 'form'
  readonly count: number
  /** ISO 8601, the server's clock. */
  readonly firstSeenAt: string
  readonly lastSeenAt: string
}

export interface ObservedGap {
  /** In the order of their first observation. */
  readonly answers: readonly ObservedAnswer[]
  /** Number of other answers after the list was full. */
  readonly more: number
}

/** Answers are quick up to this average of about ten, and slow beyond the other one. */
export const QUICK_ANSWER_MS = 1_000
export const SLOW_ANSWER_MS = 2_000

/** Status of an answer, or what came instead of a quick one. */
export type SlowdownCause = number | 'upstream-timeout' | 'upstream-unreachable' | 'slow'

/** Calls per second that this node makes at most, half of them for live areas. */
export interface PaceState {
  readonly perSecond: number
  readonly maximum: number
  /** Of about the last ten answers; 0 where none came since the last reduction. */
  readonly averageMs: number
  readonly lastReduction: {
    readonly cause: SlowdownCause
    readonly from: number
    readonly to: number
    /** ISO 8601. */
    readonly at: string
  } | null
}

/** The last complete reading of a search, or the one under way where none was completed. */
export interface ObservedSearch {
  /** Parameters as sent, without the cursor. */
  readonly asked: string
  /** The service's echo of the first page's query, or the form of another answer, such as `absent`. */
  readonly query: string
  readonly total: string
  readonly vehicles: number
  readonly pages: number
  /** Whether the service marked the last page as such. */
  readonly isComplete: boolean
  /** ISO 8601. */
  readonly startedAt: string
  /** From the first call to the last answer. */
  readonly durationMs: number
}

/** Observed answers since this server started. */
export interface Observations {
  /** ISO 8601. */
  readonly since: string
  readonly gaps: Readonly<Record<ObservedGapName, ObservedGap>>
  /** The latest ones, newest first: they name places, which viewers are not told. */
  readonly searches: readonly ObservedSearch[]
  /** Null for demo data, which are asked without a limit. */
  readonly pace: PaceState | null
}
