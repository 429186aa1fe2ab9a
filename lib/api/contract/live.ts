import { formatPosition } from '@/lib/interface/position'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import type { Parameter } from '@/lib/interface/search'
import type { SentForms } from '@/lib/interface/sent-forms'
import { parseTime, readOnce } from '@/lib/interface/times'
import type { ProblemKind } from './problems'
import type { ArrivalState } from './webhooks'

/** A watched area: a circle, and one vehicle type or any. */
export interface AreaSearch {
  readonly position: Position
  /** Metres. */
  readonly radius: number
  readonly type: string | null
}

/** An area as the routes of live areas and recordings take it. */
export const areaQuery = ({ position, radius, type }: AreaSearch) => ({
  position: formatPosition(position),
  radius,
  type,
})

/**
 * Selectable seconds between sweeps; the shortest one requested by an area's subscribers applies.
 */
export const INTERVALS_SECONDS = [5, 10, 30, 60] as const

export const intervalParameter = {
  parse: (text) => INTERVALS_SECONDS.find((seconds) => String(seconds) === text) ?? null,
  allowed: `one of ${INTERVALS_SECONDS.join(', ')} seconds`,
  schema: { enum: INTERVALS_SECONDS },
} satisfies Parameter<number>

/**
 * The fleet's own names of a vehicle, and its booking, out of the vehicle's record: a
 * search reports none (§2.2).
 */
export interface DirectoryEntry {
  readonly our_ref: string | null
  readonly licence_plate: string | null
  readonly active_booking_id: string | null
  /** Names of these that came with another type; left out where none did. */
  readonly unreadable?: readonly string[] | undefined
}

/** Since when something of a vehicle is as it is, as the server saw it. */
export interface StatusSince {
  /** Server time; milliseconds since the epoch. */
  readonly atMs: number
  /** False where it was so when the server first saw it: it may have been so for longer. */
  readonly isBeginning: boolean
}

/** A row of a search with what its reading found; both are left out of most. */
export interface ListedRow extends VehicleSearchObject {
  /** Fields that came with another type: null in the row. */
  readonly unreadable?: readonly string[] | undefined
  /** Fields that came in another form and were read. */
  readonly forms?: SentForms | undefined
}

/** Kerbside's own knowledge of a vehicle, beside its search object. */
export interface Annotation {
  /** Left out or null until the vehicle's record was read. */
  readonly directory?: DirectoryEntry | null
  readonly statusSince?: StatusSince | null
  /** Since when position and status are as they are. */
  readonly changedSince?: StatusSince | null
  /**
   * Since when its position is the same to 50 m; null or left out until that has lasted a minute,
   * so that vehicles that drive carry none, and where it has not reported for `OLD_REPORT_MS`.
   */
  readonly standsSince?: StatusSince | null
  readonly aheadSinceMs?: VehicleTimes['aheadSinceMs']
}

/** A vehicle of an area: the service's search object with Kerbside's annotations. */
export interface LiveVehicle extends ListedRow, Annotation {
  /**
   * Arrival of the first of the newest lists that lacked it, though it may be there: pages change
   * while they are read. Server time; null or left out while lists or `/status` confirm it.
   */
  readonly unconfirmedSinceMs?: number | null
}

/** How long a vehicle is kept that lists do not confirm. */
export const UNCONFIRMED_MAXIMUM_MS = 10 * 60_000

/** Where a vehicle is that has not reported for this long is not known. */
export const OLD_REPORT_MS = 5 * 60_000

/** Of one that reports again from the same place within this time, it is taken to have stood. */
export const STANDING_GAP_MS = 12 * 60_000

/** How the time that a vehicle last reported is known. */
export interface VehicleTimes {
  /**
   * Whether `mtime` was seen to advance as the vehicles report, so that it is
   * the time of the last report.
   */
  readonly mtimeServes?: boolean | undefined
  /**
   * When an `mtime` ahead of the server's clock was first seen; server time. Null
   * or left out for any other.
   */
  readonly aheadSinceMs?: number | null | undefined
}

/**
 * The events of `GET /api/live`, as JSON under their names: `progress` during the first sweep
 * of an area, then `changes`, of which the first ones are a snapshot. The form is internal and
 * may change with any release.
 *
 * `takeover` may come at any time, without an id: no server has refreshed the area for a while, and
 * another is about to. The next other event ends that.
 *
 * Changes carry their version as the SSE id. A request with that id as Last-Event-ID gets the
 * missed changes, or a fresh snapshot. The id of any part but the last leads to a fresh snapshot.
 * Events of topics may come between any two of these (`TopicEvents`).
 *
 * `ageMs` and `retryAfterMs` refer to `atMs`, server time. An event sent later than it was written
 * is preceded by a `time` event; the client adds the difference. No clock of a client is ever
 * compared with the server's.
 */
export interface LiveEvents {
  progress: LiveProgress
  changes: Changes
  takeover: Written
}

/** Parts of a stream of `GET /api/live` beside an area; its address names them. */
export const TOPICS = ['arrived', 'service', 'alerts'] as const

export type TopicName = (typeof TOPICS)[number]

/**
 * The events of the topics, as JSON under their names, each with an id of its topic. A topic whose
 * state cannot be read sends an empty object: the route that answers its data says why.
 */
export interface TopicEvents {
  arrived: ArrivalState
  service: StateVersion
  alerts: StateVersion
}

/** An event of a topic; its data are empty where the server could not read the state. */
export type TopicEvent = {
  readonly [Name in TopicName]: {
    readonly topic: Name
    readonly data: Partial<TopicEvents[Name]>
  }
}[TopicName]

/** `version` of the answer of `GET /api/service`, or of `GET /api/alerts`. */
export interface StateVersion {
  readonly version: string
}

/** The id of an event of a topic; those of an area are its versions. */
export function topicEventId(topic: TopicName, version: string): string {
  return `${topic}:${version}`
}

/**
 * The last id of each part of a stream, out of Last-Event-ID, where they are separated by spaces:
 * a stream that is opened with other parts resumes those that it had.
 */
export function readLastEventIds(header: string | null) {
  const ids = (header ?? '').split(' ').filter((id) => id !== '')
  const isOf = (id: string, topic: TopicName) => id.startsWith(topicEventId(topic, ''))
  return {
    area: ids.find((id) => TOPICS.every((topic) => !isOf(id, topic))) ?? null,
    of: (topic: TopicName) => ids.find((id) => isOf(id, topic)) ?? null,
  }
}

/** Server time when the next event was sent; milliseconds since the epoch. */
export interface LiveTime {
  readonly now: number
}

interface Written {
  /** Server time that the ages of the event refer to; milliseconds since the epoch. */
  readonly atMs: number
}

/** The first sweep in progress. */
export interface LiveProgress extends Written {
  readonly loaded: number
  /** The service's estimate, never below `loaded`; null when it gave none. */
  readonly about: number | null
  /**
   * Vehicles read since the last progress event, to be shown at once; the snapshot replaces them.
   */
  readonly vehicles: readonly LiveVehicle[]
  /** Why there is nothing yet after a first request; Kerbside keeps polling. */
  readonly failure: LiveFailure | null
  readonly mtimeServes?: VehicleTimes['mtimeServes']
}

/** Ascending numbers: the first as it is, each other one as its difference to the one before. */
export type Gaps = readonly number[]

/**
 * From one list of vehicles to the next, by slot: a vehicle keeps its slot while it is
 * listed. From the empty list it is a snapshot. Sent after every sweep, even where
 * nothing changed, for its meta.
 */
export interface Changes extends Written {
  /** Version of the list that they lead to. */
  readonly version: string
  /** Version of the list before; null for the empty list. */
  readonly after: string | null
  /** More follows: a large list comes in parts, and only with the last one it is whole. */
  readonly isPart?: boolean | undefined
  readonly meta: LiveMeta
  /** Reasons for some removals, in these changes or earlier ones. */
  readonly departures: readonly Departure[]
  /** Slots of vehicles that left, applied first: an added vehicle may take one. */
  readonly removed: Gaps
  readonly added: readonly LiveVehicle[]
  /** Slots of the added vehicles. */
  readonly slots: Gaps
  /**
   * Slots of vehicles with a position before and after, and by how many
   * millionths of a degree each moved.
   */
  readonly moved: Gaps
  readonly lat: readonly number[]
  readonly lng: readonly number[]
  readonly fields: readonly FieldChange[]
}

/**
 * Values of a field in slots, all else but positions; one value stands for all, none for a
 * field that is left out now.
 */
export type FieldChange = readonly [name: string, at: Gaps, values?: readonly unknown[]]

/** The `/status` of a vehicle that the newest list lacks. */
export interface Departure {
  readonly id: string
  readonly reason: DepartureReason
  /** As `/status` answered; null when it did not. */
  readonly record: ListedRow | null
}

export type DepartureReason =
  | 'left-area'
  /** It is inside, with another status than it had. */
  | 'status-changed'
  /** It is inside, of another type than searched. */
  | 'type-changed'
  | 'not-found'
  | 'not-answered'
  /** It is inside and unchanged, but the service did not list it. */
  | 'not-listed'

export interface LiveFailure {
  readonly kind: ProblemKind
  /** First of the consecutive failures; ISO 8601, server time. */
  readonly since: string
  /** Time until the next request to the service. */
  readonly retryAfterMs: number
  /** Id in the server's log; null for a pause caused by another area. */
  readonly requestId: string | null
  /** The case at hand in one sentence; left out where the kind says it all. */
  readonly detail?: string | undefined
  /** The parameter of the search that the service refused, where it is known. */
  readonly parameter?: string | undefined
}

export interface LiveMeta {
  /**
   * Arrival of the last page of the newest sweep that did not fail half way; ISO 8601, server time.
   */
  readonly fetchedAt: string
  /** Age of `fetchedAt`. */
  readonly ageMs: number
  /** Null while sweeps succeed. */
  readonly failure: LiveFailure | null
  readonly loaded: number
  /** Vehicles that the last sweep did not refresh; 0 after one that read every row. */
  readonly unseen: number
  /**
   * False after a sweep that read every page, of which vehicles may be missing since pages changed
   * meanwhile. Not in recordings of earlier versions.
   */
  readonly isSettled?: boolean | undefined
  /**
   * The service's estimate of the total, never below the rows read by the last
   * sweep; null when it gave none.
   */
  readonly about: number | null
  /** Why the last sweep stopped early; null when it read every page. */
  readonly incomplete: 'cap' | 'cursor-repeated' | 'cursor-unreadable' | 'failed' | null
  /** The search as the service echoed it on the first page. */
  readonly query: string | null
  /** Pages that the sweep read; not in recordings of earlier versions. */
  readonly pages?: number | undefined
  /** Not in recordings of earlier versions. */
  readonly mtimeServes?: VehicleTimes['mtimeServes']
  /** Rows without a readable id in the last sweep. */
  readonly dropped: number
  /** Vehicles with an unreadable field in the last sweep. */
  readonly unreadable: number
  /**
   * Vehicles with a value that was read in another form than specified; not in
   * recordings of earlier versions.
   */
  readonly inOtherForms?: number | undefined
  readonly sweepMs: number
  /**
   * Time between the starts of two sweeps: as requested, or longer when the service is
   * slow or asks for a pause.
   */
  readonly intervalMs: number
}

/** Clock differences up to this are not reported. */
export const TOLERATED_SKEW_MS = 5_000

/** An `mtime`, and when it was first seen if it was ahead of the server's clock. */
export interface ReportedTime {
  readonly mtime: string | null
  readonly aheadSinceMs?: VehicleTimes['aheadSinceMs']
}

const readMs = readOnce((text) => parseTime(text)?.epochMs ?? Number.NaN)

/** Milliseconds since the epoch of an `mtime`; NaN when absent or unreadable. */
export const modifiedMs = (mtime: string | null): number =>
  mtime === null ? Number.NaN : readMs(mtime)

/**
 * When a vehicle last reported, as far as its `mtime` says it: never later than
 * that `mtime` was first seen.
 * @returns milliseconds since the epoch; NaN: it counts as reported when the service listed it
 */
export function reportedAt(
  { mtime, aheadSinceMs }: ReportedTime,
  { mtimeServes }: VehicleTimes,
): number {
  if (!mtimeServes) return Number.NaN
  return Math.min(modifiedMs(mtime), aheadSinceMs ?? Number.POSITIVE_INFINITY)
}

/**
 * When the `mtime` read at `atMs` was first seen, if it was ahead of the
 * clock then; null otherwise.
 */
export function aheadSince(
  mtime: string | null,
  atMs: number,
  before: ReportedTime | null | undefined,
): number | null {
  if (before && before.mtime === mtime) return before.aheadSinceMs ?? null
  return modifiedMs(mtime) > atMs + TOLERATED_SKEW_MS ? atMs : null
}

/** Metadata some time later: older, with less of a pause left. */
export function metaLater<Meta extends LiveMeta>(meta: Meta, laterMs: number): Meta {
  return { ...meta, ageMs: meta.ageMs + laterMs, failure: failureLater(meta.failure, laterMs) }
}

export function failureLater<Failure extends LiveFailure | null | undefined>(
  failure: Failure,
  laterMs: number,
): Failure {
  return failure && { ...failure, retryAfterMs: Math.max(0, failure.retryAfterMs - laterMs) }
}
