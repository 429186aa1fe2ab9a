import type { AreaSearch, Changes, DirectoryEntry } from './live'
import type { ProblemKind } from './problems'

/*
 * Recordings of areas, for dispatchers and administrators only. All times are milliseconds since
 * the epoch by the server's clock then, which may have been set: the order is that of the lists, in
 * which times may go back.
 */

/** Longest time of one answer of `GET /api/recording/frames`; `next` continues it. */
export const FRAMES_SPAN_MAXIMUM_MS = 10 * 60_000
/** Longest time asked of `/vehicle`, which may answer up to an earlier `untilMs`, and `/export`. */
export const QUESTION_SPAN_MAXIMUM_MS = 24 * 60 * 60_000
/** Most counts of a timeline. */
export const COUNTS_MAXIMUM = 500
export const EXPORT_FORMATS = ['geojson', 'csv'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
/**
 * Most positions of one export: the thread that writes the file takes 2 s for them, in
 * which it answers nothing else.
 */
export const EXPORT_POINTS_MAXIMUM = 100_000

/** Why areas that this server should record are not. */
export interface RecordingFailure {
  /** When the first of them failed; where all fail, since nothing was recorded. */
  readonly sinceMs: number
  /** Reason of the first failure. */
  readonly reason: 'disk-full' | 'store'
  readonly failing: number
  /** All that should be recorded, the failing ones included. */
  readonly areas: number
}

export interface RecordedArea {
  readonly search: AreaSearch
  /** First and last list that can be opened; null where there is none yet. */
  readonly fromMs: number | null
  readonly toMs: number | null
  readonly isRecording: boolean
}

export interface ListedArea extends RecordedArea {
  /** Times that are recorded, oldest first; holes of less than two intervals are none. */
  readonly recorded: readonly { readonly fromMs: number; readonly toMs: number }[]
}

/** Data of `GET /api/recording/areas`. */
export interface RecordedAreas {
  readonly areas: readonly ListedArea[]
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
  /** Problem of the service; null for the other reasons. */
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
  /** Null while all areas are recorded; of this server. */
  readonly failure: RecordingFailure | null
  /** 0: nothing is recorded. */
  readonly keptHours: number
  readonly now: number
}

/**
 * Type of `GET /api/recording/frames`: text of server-sent events as a raw deflate stream,
 * without a header (RFC 1951).
 */
export const FRAMES_TYPE = 'application/x-deflate-raw'

/**
 * The events of `GET /api/recording/frames`: those that were streamed, up to `to`. The first list
 * is a snapshot that was streamed up to six minutes before `from`, or it follows that of `after`. A
 * `gap` comes where there is one that is not the service's, with a snapshot behind it. `end` is
 * last: without it the answer was broken off.
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

/**
 * Why nothing is known of a vehicle: a gap of the recording; it was not
 * listed, or without a position.
 */
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
export type TrailPart =
  | { readonly kind: 'points'; readonly points: readonly TrailPoint[] }
  | TrailBreak

/** Data of `GET /api/recording/vehicle`. */
export interface RecordedTrail {
  readonly id: string
  /** The answer ends there where all of it would take too long, and the rest is asked for. */
  readonly untilMs: number
  readonly directory: DirectoryEntry | null
  readonly parts: readonly TrailPart[]
}
