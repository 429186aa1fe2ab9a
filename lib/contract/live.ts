import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import { type Parameter, searchParameters } from '@/lib/interface/search'
import type { ProblemKind } from './problems'

/** What a dispatcher watches: everything within a circle, of one type or of any. */
export interface AreaSearch {
  readonly position: Position
  /** Metres. */
  readonly radius: number
  readonly type: string | null
}

/** Seconds between sweeps a dispatcher can choose from; the shortest wish of an area's readers counts. */
export const INTERVALS_SECONDS = [5, 10, 30, 60] as const

/** Parameters of `GET /api/live`. */
export const liveParameters = {
  position: searchParameters.position,
  radius: searchParameters.radius,
  type: searchParameters.type,
  every: {
    parse: (text) => INTERVALS_SECONDS.find((seconds) => String(seconds) === text) ?? null,
    allowed: `one of ${INTERVALS_SECONDS.join(', ')} seconds`,
  } satisfies Parameter<number>,
} as const

/**
 * The events of `GET /api/live`, each a JSON text under its name. While the first sweep of an area runs come
 * `progress` events, then one snapshot (in parts, so that no reader has to parse a whole city at once), then deltas.
 * Snapshots and deltas carry the SSE id `epoch.sequence`; who comes back with it as Last-Event-ID gets the deltas
 * missed, or a fresh snapshot. The id of a part before the last one leads to a fresh snapshot.
 */
export interface LiveEvents {
  progress: LiveProgress
  snapshot: LiveSnapshotPart
  delta: LiveDelta
}

/** The first sweep under way. */
export interface LiveProgress {
  readonly loaded: number
  /** The service's estimate, never below `loaded`; null when it gave none. */
  readonly about: number | null
  /** What was read since the last progress event, to be shown at once; the snapshot replaces it. */
  readonly vehicles: readonly VehicleSearchObject[]
  /** Why there is nothing yet although the service was asked; Kerbside goes on asking. */
  readonly failure: LiveFailure | null
}

/** The first part begins a new list; the list is whole with the part `parts - 1`. */
export interface LiveSnapshotPart {
  readonly epoch: string
  readonly part: number
  readonly parts: number
  readonly vehicles: readonly VehicleSearchObject[]
  readonly meta: LiveMeta
}

/** What changed since the event before. After every sweep one, also when nothing did: its meta is news. */
export interface LiveDelta {
  readonly epoch: string
  /** The epoch of the event before, where this one begins another. */
  readonly after?: string
  /** New vehicles whole; of known ones the id and the fields that changed. */
  readonly upserts: readonly VehiclePatch[]
  /** Ids that a complete, successful sweep no longer found. */
  readonly removed: readonly string[]
  /** Why some of those removed, in this delta or an earlier one, are gone. */
  readonly departures: readonly Departure[]
  readonly meta: LiveMeta
}

/** A field that is left out did not change; one the service no longer sends is null. */
export type VehiclePatch = { readonly id: string } & Partial<VehicleSearchObject>

/** What `/status` said of a vehicle that left the results. */
export interface Departure {
  readonly id: string
  readonly reason: DepartureReason
  /** As `/status` answered; null when it did not. */
  readonly record: VehicleSearchObject | null
}

export type DepartureReason =
  /** Its position is outside the circle. */
  | 'left-area'
  /** It is inside, with another status than it had. */
  | 'status-changed'
  /** It is inside, of another type than searched. */
  | 'type-changed'
  /** The service knows no such vehicle. */
  | 'not-found'
  /** The service did not answer. */
  | 'not-answered'
  /** It is inside and unchanged: the service just did not list it. */
  | 'not-listed'

export interface LiveFailure {
  readonly kind: ProblemKind
  /** When the first of the failures in a row happened; ISO 8601, the server's clock. */
  readonly since: string
  /** When the service will be asked again; milliseconds from when this was sent. */
  readonly retryAfterMs: number
  /** What the log of the server calls it; null for a pause that another area's failure asked for. */
  readonly requestId: string | null
}

/** What stands beside an area's vehicles. */
export interface LiveMeta {
  /**
   * When the last page of the newest sweep that did not fail half way arrived, or of the first one;
   * ISO 8601, the server's clock.
   */
  readonly fetchedAt: string
  /** Age of that when this was sent, on the server's clock. */
  readonly ageMs: number
  /** Null while sweeps succeed. */
  readonly failure: LiveFailure | null
  readonly loaded: number
  /** Of these the last sweep did not read: they are as they were before. 0 after one that could read every row. */
  readonly unseen: number
  /** The service's estimate of all, never below what the last sweep read; null when it gave none. */
  readonly about: number | null
  /** Null: the last sweep read everything to the last page. Else why it stopped. */
  readonly incomplete: 'cap' | 'cursor-repeated' | 'cursor-unreadable' | 'failed' | null
  /** What the service says it applied, of the first page. */
  readonly query: string | null
  /** Vehicles a page that were asked for. */
  readonly limit: number
  /** Rows without a readable id in the last sweep. */
  readonly dropped: number
  /** Vehicles with a field of another type than the interface says in the last sweep. */
  readonly unreadable: number
  /** How long the last sweep took. */
  readonly sweepMs: number
  /** From the start of one sweep to the next: what was wished for, or more when the service is slow or asks for it. */
  readonly intervalMs: number
}
