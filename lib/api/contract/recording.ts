import { type Parameter, searchParameters } from '@/lib/interface/search'
import { parseInstant } from '@/lib/interface/times'
import type { AreaSearch, Changes } from './live'
import type { ProblemKind } from './problems'

/*
 * Recordings of areas, for dispatchers and administrators only. All times are milliseconds since the epoch by the
 * server's clock then, which may have been set: the order is that of the lists, in which times may go back.
 */

/** A time of a recording, in a URL. */
export const instant = {
  parse: parseInstant,
  allowed: 'an instant with its zone, such as 2026-05-01T16:04:00Z',
} satisfies Parameter<number>

/** The search of an area, as `GET /api/live` has it. */
export const areaParameters = {
  position: searchParameters.position,
  radius: searchParameters.radius,
  type: searchParameters.type,
} as const

/** Of `GET /api/recording`. */
export const timelineParameters = { ...areaParameters, from: instant, to: instant } as const

/** Why areas that this server should record are not. */
export interface RecordingFailure {
  /** When the first of them failed; where all fail, since nothing was recorded. */
  readonly sinceMs: number
  /** Of the first. */
  readonly reason: 'disk-full' | 'store'
  readonly failing: number
  /** All that should be recorded, the failing ones included. */
  readonly areas: number
}

export interface RecordedArea {
  readonly search: AreaSearch
  /** Named by RECORD_AREAS: recorded also while nobody watches it. */
  readonly isAlways: boolean
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
  /** Null while all areas are recorded; of this server. */
  readonly failure: RecordingFailure | null
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
  /** Not known: the segment that would tell is damaged or deleted. */
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

/** A place in a recording: lasts until what is there is deleted. */
const place = {
  parse: (text) => (/^[\w-]{1,64}(\.\d{1,15})?$/.test(text) ? text : null),
  allowed: 'a `start` or `next` as Kerbside gave it',
} satisfies Parameter<string>

/** Of `GET /api/recording/frames`: `after` a `next`, or `from` an instant, of the stretch that begins at `start` if given. */
export const framesParameters = {
  ...areaParameters,
  from: instant,
  to: instant,
  start: place,
  after: place,
} as const

/** Of `GET /api/recording/frames`: text of server-sent events as a raw deflate stream, without a header (RFC 1951). */
export const FRAMES_TYPE = 'application/x-deflate-raw'

/**
 * The events of `GET /api/recording/frames`: those that were streamed, up to `to`. The first list is a snapshot that was
 * streamed up to six minutes before `from`, or it follows that of `after`. A `gap` comes where there is one that is not the
 * service's, with a snapshot behind it. `end` is last: without it the answer was broken off.
 */
export interface RecordingEvents {
  changes: Changes
  gap: RecordingGap
  end: FramesEnd
}

export interface FramesEnd {
  /** For `after`, now or once more is recorded. Null where there is no recording. */
  readonly next: string | null
  /** Time of the last list answered; null for none. */
  readonly lastMs: number | null
  /** All lists up to then are answered; null where that is only known of those up to `lastMs`. */
  readonly toMs: number | null
}
