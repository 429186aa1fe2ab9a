import type { FieldGroup } from '@/lib/interface/fields/fields'
import type { Position } from '@/lib/interface/resources'
import type { VehicleTimes } from './live'

/** `shared`: one list of the whole desk. */
export const WATCH_LISTS = ['own', 'shared'] as const
export type WatchListName = (typeof WATCH_LISTS)[number]

/** Vehicles in one operator's list, and in the shared one. */
export const WATCHED_MAXIMUM = 200
/** A watched vehicle's record is read again when it is older than this. */
export const RECORD_AGE_MAXIMUM_MS = 2 * 60_000
/** Kept changes of a vehicle, the newest first. */
export const CHANGES_MAXIMUM = 100
export const CHANGES_KEPT_MS = 7 * 24 * 3_600_000

/** A field's value before or after a change. */
export type ChangeSide =
  /** Not reported: missing, or null where that means the same. */
  | { readonly is: 'absent' }
  /** Null where null is a value of its own. */
  | { readonly is: 'none' }
  /** A value of the specified type; texts of more than 500 characters end with "…". */
  | { readonly is: 'value'; readonly value: string | number | readonly string[] }
  /** A value of another type than specified, or of a field that the interface does not name. */
  | { readonly is: 'json'; readonly json: string }
  /** Not shown to this role, or not in a list. */
  | { readonly is: 'withheld' }

export interface FieldChange {
  /** The field's name, `webhooks.NAME` and `totals.NAME` for a member. */
  readonly path: string
  readonly label: string
  /** The group of the record page; null for a field that the interface does not name. */
  readonly group: FieldGroup | null
  /** Section of the interface; null as above. */
  readonly section: string | null
  readonly old: ChangeSide
  readonly new: ChangeSide
}

export interface RecordChange extends FieldChange {
  /** When the new value was read; ISO 8601, server time. */
  readonly at: string
  /** When the old value was last read: the change happened in between. */
  readonly after: string
}

/** Status and position of a watched vehicle, as last read. */
export interface VehicleReport {
  readonly status: string | null
  readonly mtime: string | null
  readonly position: Position | null
  /** Of `status`, `mtime` and `position` those that came with another type: null here. */
  readonly unreadable?: readonly string[] | undefined
  /** False: the service no longer knows the vehicle; the rest is as last reported. */
  readonly isKnown: boolean
  readonly aheadSinceMs?: VehicleTimes['aheadSinceMs']
  /** When this status was first read, server time; null where it was so at the first reading. */
  readonly statusSinceMs?: number | null
}

export interface WatchedReport extends VehicleReport {
  /** When the server read it; ISO 8601, server time. */
  readonly readAt: string
}

/** `GET /api/watch-list/{vehicleId}`: every change, with the values that the role may see. */
export interface WatchedChanges {
  readonly id: string
  /** When the record was last read; null until then. */
  readonly recordReadAt: string | null
  /** Since the vehicle was added, the newest first. */
  readonly changes: readonly RecordChange[]
}

export interface WatchedVehicle extends WatchedChanges {
  /** When it was added to the operator's own list; null when it is not in it. */
  readonly own: { readonly addedAt: string } | null
  /** The same for the shared list, with the name of the operator that added it. */
  readonly shared: { readonly addedAt: string; readonly addedBy: string | null } | null
  readonly our_ref: string | null
  readonly licence_plate: string | null
  readonly make: string | null
  readonly type: string | null
  readonly passengers_max: number | null
  readonly active_booking_id: string | null
  /** Null until one was read. */
  readonly report: WatchedReport | null
}

/**
 * `GET /api/watch-list`: no value of a personal field, whatever the role;
 * changes of those are `withheld`.
 */
export interface WatchList {
  readonly vehicles: readonly WatchedVehicle[]
  readonly mtimeServes: VehicleTimes['mtimeServes']
  /** Server time; milliseconds since the epoch. */
  readonly now: number
}
