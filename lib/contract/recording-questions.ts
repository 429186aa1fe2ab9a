import { LONGEST_KEY, type Parameter, searchParameters } from '@/lib/interface/search'
import type { AreaSearch, DirectoryEntry } from './live'
import type { ProblemKind } from './problems'
import { areaParameters, type CountsAt, type GapReason, instant, type RecordingGap } from './recording'
import { EXPORT_FORMATS } from './recording-limits'

const seconds = {
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) >= 1 ? Number(text) : null),
  allowed: 'a whole number of seconds from 1 to 99999',
} satisfies Parameter<number>

/** Of `GET /api/recording/vehicle`. */
export const trailParameters = {
  ...areaParameters,
  id: { parse: (text) => (text.length <= LONGEST_KEY ? text : null), allowed: 'the id of a vehicle' },
  from: instant,
  to: instant,
} satisfies Record<string, Parameter<unknown>>

/** Of `GET /api/recording/circle`. */
export const circleParameters = {
  position: searchParameters.position,
  radius: searchParameters.radius,
  from: instant,
  to: instant,
} as const

/** Of `GET /api/recording/counts`; `step` in seconds. */
export const countsParameters = { ...areaParameters, from: instant, to: instant, step: seconds } as const

/** Of `GET /api/recording/export`: the trails of all vehicles of an area, as a file. */
export const exportParameters = {
  ...areaParameters,
  from: instant,
  to: instant,
  format: {
    parse: (text) => EXPORT_FORMATS.find((format) => format === text) ?? null,
    allowed: `one of ${EXPORT_FORMATS.join(', ')}`,
  },
} satisfies Record<string, Parameter<unknown>>

/** Span of an answer: it ends at `untilMs` where all of it would take too long, and is asked again from there. */
interface Answered {
  readonly untilMs: number
  readonly gaps: readonly RecordingGap[]
}

/** A position and a status of a vehicle, for as long as both were listed. */
export interface TrailPoint {
  /** First and last list with them. */
  readonly atMs: number
  readonly lastMs: number
  readonly lat: number
  readonly lng: number
  readonly status: string | null
  /** First and last report there; ISO 8601, as the service has it. */
  readonly reportedAt: string | null
  readonly lastReportedAt: string | null
}

/** Why nothing is known of a vehicle: a gap of the recording; it was not listed, or without a position. */
export type BreakReason = GapReason | 'absent' | 'no-position'

/** Between the last list that says where a vehicle was and the next one. */
export interface TrailBreak {
  readonly kind: 'break'
  readonly fromMs: number
  readonly toMs: number
  readonly reason: BreakReason
  readonly problem: ProblemKind | null
}

/** In the order of the lists: points without a break, or a break. */
export type TrailPart = { readonly kind: 'points'; readonly points: readonly TrailPoint[] } | TrailBreak

/** Data of `GET /api/recording/vehicle`. */
export interface RecordedTrail extends Answered {
  readonly id: string
  readonly directory: DirectoryEntry | null
  readonly parts: readonly TrailPart[]
}

/** A time for which a vehicle was inside, list after list. */
export interface CircleVisit {
  /** First and last list with the vehicle inside; of a `passing`, the lists before and after it. */
  readonly firstMs: number
  readonly lastMs: number
  /** False where the lists before say nothing of it: it may have been there for longer. */
  readonly isBeginKnown: boolean
  readonly isEndKnown: boolean
  /** Outside in both lists, but the straight line between them leads through the circle. */
  readonly isPassing: boolean
}

export interface CircleVisitor {
  readonly id: string
  readonly directory: DirectoryEntry | null
  /** In their order; none overlap. */
  readonly visits: readonly CircleVisit[]
  /** Statuses that it had inside, in their order. */
  readonly statuses: readonly (string | null)[]
}

/** Data of `GET /api/recording/circle`: by first time; VISITS_MAXIMUM at most. */
export interface CircleVisits extends Answered {
  readonly vehicles: readonly CircleVisitor[]
  /** More than are listed. */
  readonly isPartial: boolean
  /** Recorded areas that cover some of the circle. */
  readonly areas: readonly AreaSearch[]
}

/** Data of `GET /api/recording/counts`. */
export interface RecordedCounts extends Answered {
  readonly stepMs: number
  /** As last taken before each step, every ten seconds; none in a gap. */
  readonly counts: readonly CountsAt[]
}
