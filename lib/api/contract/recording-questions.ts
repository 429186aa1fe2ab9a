import { LONGEST_KEY, type Parameter } from '@/lib/interface/search'
import type { DirectoryEntry } from './live'
import type { ProblemKind } from './problems'
import { areaParameters, type GapReason, instant } from './recording'
import { EXPORT_FORMATS } from './recording-limits'

/** Of `GET /api/recording/vehicle`. */
export const trailParameters = {
  ...areaParameters,
  id: { parse: (text) => (text.length <= LONGEST_KEY ? text : null), allowed: 'the id of a vehicle' },
  from: instant,
  to: instant,
} satisfies Record<string, Parameter<unknown>>

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
export interface RecordedTrail {
  readonly id: string
  /** The answer ends there where all of it would take too long, and the rest is asked for. */
  readonly untilMs: number
  readonly directory: DirectoryEntry | null
  readonly parts: readonly TrailPart[]
}
