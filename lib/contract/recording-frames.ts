import type { Parameter } from '@/lib/interface/search'
import type { Departure, LiveMeta, LiveSnapshotPart, LiveVehicle } from './live'
import { areaParameters, instant, type RecordingGap } from './recording'

/** A place in a recording: lasts until what is there is deleted. */
const place = {
  parse: (text) => (/^[\w-]{1,64}(\.\d{1,15})?$/.test(text) ? text : null),
  allowed: 'a `start` or `next` as Kerbside gave it',
} satisfies Parameter<string>

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

/**
 * The events of `GET /api/recording/frames`, an event stream that ends: the list at `from` (or the first one after) as
 * `snapshot` parts, or as a `difference` to the list that the client has; then each list up to `to` as its `changes`.
 * Snapshots are those of `GET /api/live`; `writtenAt` is when it was streamed. A `gap` comes where there is one, and a
 * `snapshot` follows it; that of the service comes before its first changes, or behind the snapshot of a list in it.
 * `end` is last: without it the answer was broken off.
 */
export interface RecordingEvents {
  snapshot: LiveSnapshotPart & { readonly place: string }
  difference: ListDifference
  changes: ListChanges
  gap: RecordingGap
  end: FramesEnd
}

/** Whole numbers, each less the one before it (the first as it is), since that takes fewer digits. */
export type Deltas = readonly number[]

/** Changes of some vehicles, which have numbers. By column, since most of them differ in position and time. */
export interface ChangedColumns {
  readonly removed: readonly number[]
  /** Positions in whole steps, `scale` to a degree. */
  readonly moved: {
    readonly atDeltas: Deltas
    readonly scale: number
    readonly latDeltas: Deltas
    readonly lngDeltas: Deltas
  }
  /** `statusSince`, with 1 for one that is a beginning. */
  readonly since: {
    readonly atDeltas: Deltas
    readonly timeDeltas: Deltas
    readonly begun: readonly number[]
  }
  readonly fields: readonly ChangedField[]
  /** Behind the others. */
  readonly added: readonly LiveVehicle[]
}

/** A whole list, as what differs from the one at `base`. Vehicles of that one are numbered in its order, from 0. */
export interface ListDifference extends ChangedColumns {
  readonly base: string
  readonly place: string
  readonly epoch: string
  readonly writtenAt: number
  readonly meta: LiveMeta
  /** Of those that stay and those added, which one stands where in this list; null where they stand in that order. */
  readonly order: readonly number[] | null
}

/** A list, as what differs from the one before it. A vehicle that is added gets the next number, and keeps it. */
export interface ListChanges extends ChangedColumns {
  readonly epoch: string
  /** Epoch of the list before where it differs. */
  readonly after?: string
  readonly writtenAt: number
  readonly meta: LiveMeta
  readonly departures: readonly Departure[]
  /** Ids by number, null for one that is gone, of the list before. Null where numbers go on: never first in an answer. */
  readonly ids: readonly (string | null)[] | null
}

/** Another field: what it is now of some vehicles, as the number of one of the values. */
export interface ChangedField {
  readonly name: string
  readonly atDeltas: Deltas
  readonly values: readonly unknown[]
  readonly numbers: readonly number[]
}

export interface FramesEnd {
  /** For `after`, now or once more is recorded: with deltas where no gap lies between. Null where there is no recording. */
  readonly next: string | null
  /** Time of the last list answered; null for none. */
  readonly lastMs: number | null
}
