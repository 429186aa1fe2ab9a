import { z } from 'zod'
import { LARGEST_RADIUS_METRES, LONGEST_KEY, type Parameter, searchParameters } from '@/lib/interface/search'
import type { AreaSearch, DirectoryEntry, LiveDelta, LiveMeta, LiveSnapshotPart, LiveVehicle } from './live'
import { positionSchema } from './places'
import type { ProblemKind } from './problems'
import { EXPORT_FORMATS } from './recording-limits'

/*
 * What was streamed of areas. Only dispatchers and administrators open it. All times are milliseconds since the epoch by
 * the server's clock then, which may have been set: the order is that of the lists, in which times may go back.
 */

const instant = {
  parse: (text) => {
    const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/.test(text)
    const ms = isInstant ? Date.parse(text) : Number.NaN
    return Number.isFinite(ms) ? ms : null
  },
  allowed: 'an instant with its zone, such as 2026-05-01T16:04:00Z',
} satisfies Parameter<number>

/** A place in a recording: lasts until what is there is deleted. */
const place = {
  parse: (text) => (/^[\w-]{1,64}(\.\d{1,15})?$/.test(text) ? text : null),
  allowed: 'a `start` or `next` as Kerbside gave it',
} satisfies Parameter<string>

const seconds = {
  parse: (text) => (/^\d{1,5}$/.test(text) && Number(text) >= 1 ? Number(text) : null),
  allowed: 'a whole number of seconds from 1 to 99999',
} satisfies Parameter<number>

/** The search of an area, as `GET /api/live` has it. */
export const areaParameters = {
  position: searchParameters.position,
  radius: searchParameters.radius,
  type: searchParameters.type,
} as const

/** Of `GET /api/recording`. */
export const timelineParameters = { ...areaParameters, from: instant, to: instant } as const

/**
 * Of `GET /api/recording/frames`: `after` a `next`, or `from` an instant, of the stretch that begins at `start` if given.
 * `have` is the `place` of a whole list that the client holds.
 */
export const framesParameters = {
  ...areaParameters,
  from: instant,
  to: instant,
  start: place,
  after: place,
  have: place,
} as const

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

/** Body of `PUT /api/recording/areas`: recorded from now on, also while none watches it. */
export const namedAreaSchema = z.strictObject({
  name: z.string().trim().min(1).max(80),
  position: positionSchema,
  radius: z.number().positive().max(LARGEST_RADIUS_METRES),
  type: z.string().min(1).max(LONGEST_KEY).nullable(),
})
export type NamedArea = z.infer<typeof namedAreaSchema>

/** Why nothing is recorded now. */
export interface RecordingFailure {
  readonly sinceMs: number
  readonly reason: 'disk-full' | 'store'
}

export interface RecordedArea {
  readonly search: AreaSearch
  /** Of the area that an administrator has recorded always; null where it is recorded while watched. */
  readonly name: string | null
  /** First and last list that can be opened; null where there is none yet. */
  readonly fromMs: number | null
  readonly toMs: number | null
  /** Stored. */
  readonly bytes: number
  readonly isRecording: boolean
}

/** Data of `GET /api/recording/areas`. */
export interface RecordedAreas {
  readonly areas: readonly RecordedArea[]
  /** 0: nothing is recorded. */
  readonly keptHours: number
  /** Null while all is well; of this server. */
  readonly failure: RecordingFailure | null
  /** Calls of the service a second that areas recorded always may take together. */
  readonly callsPerSecond: number
  readonly now: number
}

export type GapReason =
  /** The service did not answer: the list is the one of before; `problem` says more. */
  | 'service'
  | 'unwatched'
  /** Kerbside was stopped, or stopped itself suddenly. */
  | 'stopped'
  /** Until another server went on. */
  | 'takeover'
  | 'disk-full'
  | 'store'
  | 'damaged'
  /** Not known: what would say so is damaged or deleted. */
  | 'unknown'

/** A time of which nothing was recorded, or nothing new; nothing is to be interpolated. */
export interface RecordingGap {
  readonly fromMs: number
  readonly toMs: number
  readonly reason: GapReason
  /** Of the service; null for the other reasons. */
  readonly problem: ProblemKind | null
}

/** Lists without a gap but those of the service. */
export interface RecordedStretch {
  readonly fromMs: number
  readonly toMs: number
  /** For `start` of `/frames`: finds an instant in this stretch where the clock was set back. */
  readonly start: string
}

export interface CountsAt {
  readonly atMs: number
  readonly total: number
  readonly byStatus: Readonly<Record<string, number>>
}

/** Data of `GET /api/recording`: in the order in which it was recorded. */
export interface RecordingTimeline {
  readonly area: RecordedArea
  readonly stretches: readonly RecordedStretch[]
  /** The time from the last list to now is none. */
  readonly gaps: readonly RecordingGap[]
  /** Evenly taken; COUNTS_MAXIMUM at most. */
  readonly counts: readonly CountsAt[]
  /** As of `RecordedAreas`. */
  readonly failure: RecordingFailure | null
  readonly keptHours: number
  readonly now: number
}

/**
 * The events of `GET /api/recording/frames`, an event stream that ends: the list at `from` (or the first one after) as
 * `snapshot` parts, or as a `difference` to the list that the client has; then each list up to `to` as `delta`. Snapshots
 * and deltas are those of `GET /api/live`. `writtenAt` is when it was streamed. A `gap` comes where there is one, and a `snapshot` follows it; that of the service comes before its first
 * delta, or behind the snapshot of a list in it.
 * `end` is last: without it the answer was broken off.
 */
export interface RecordingEvents {
  snapshot: LiveSnapshotPart & { readonly place: string }
  difference: ListDifference
  delta: LiveDelta
  gap: RecordingGap
  end: FramesEnd
}

/**
 * A whole list, as what differs from the one at `base`. Vehicles of that one are numbered in its order, from 0. By column,
 * since most vehicles differ in position and time.
 */
export interface ListDifference {
  readonly base: string
  readonly place: string
  readonly epoch: string
  readonly writtenAt: number
  readonly meta: LiveMeta
  readonly removed: readonly number[]
  /** Positions in whole steps, `scale` to a degree. */
  readonly moved: {
    readonly at: readonly number[]
    readonly scale: number
    readonly lats: readonly number[]
    readonly lngs: readonly number[]
  }
  /** `statusSince`, with 1 for one that is a beginning. */
  readonly since: {
    readonly at: readonly number[]
    readonly times: readonly number[]
    readonly begun: readonly number[]
  }
  readonly fields: readonly ChangedField[]
  /** Behind the others. */
  readonly added: readonly LiveVehicle[]
  /** Of those that stay and those added, which one stands where in this list; null where they stand in that order. */
  readonly order: readonly number[] | null
}

/** Another field: what it is now of some vehicles, as the number of one of the values. */
export interface ChangedField {
  readonly name: string
  readonly at: readonly number[]
  readonly values: readonly unknown[]
  readonly numbers: readonly number[]
}

export interface FramesEnd {
  /** For `after`, now or once more is recorded: with deltas where no gap lies between. Null where there is no recording. */
  readonly next: string | null
  /** Time of the last list answered; null for none. */
  readonly lastMs: number | null
}

/** What questions answer of: they end at `untilMs` where all of it would take too long, and are asked again from there. */
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
  /** Those that it had inside, in their order. */
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
  /** Of the last list before each step; none in a gap. */
  readonly counts: readonly CountsAt[]
}
