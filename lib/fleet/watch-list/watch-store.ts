import type { Report, WatchedRecord } from './watched-state'

/** An operator's id; null for the shared list. */
export type Owner = string | null

export interface Entry {
  readonly owner: Owner
  readonly addedAtMs: number
  /** Name of the operator; null where sign-in is disabled, and once they were deleted. */
  readonly addedBy: string | null
}

export interface Watched {
  readonly vehicleId: string
  readonly entries: readonly Entry[]
  readonly record: WatchedRecord
  readonly report: Report | null
}

/** Readings of a vehicle that are due, with what is known of it. */
export interface Due extends Pick<Watched, 'vehicleId' | 'record' | 'report'> {
  readonly needsRecord: boolean
  readonly needsReport: boolean
  /** When it was first added to a list. */
  readonly addedAtMs: number
}

/** Lists and stored state of their vehicles; the same for every node. */
export interface WatchStore {
  /** Vehicles of the shared list and of an operator's own, in the order they were first added. */
  list(owner: Owner): Promise<Watched[]>
  /** One vehicle of those lists; null for one that is in neither. */
  find(owner: Owner, vehicleId: string): Promise<Watched | null>
  /**
   * Whether it was added, was there, or the list is full.
   * @param addedAtMs by default now
   */
  add(
    owner: Owner,
    vehicleId: string,
    operatorId: string | null,
    addedAtMs?: number,
  ): Promise<'added' | 'known' | 'full'>
  /** @returns false when it was not in the list */
  remove(owner: Owner, vehicleId: string): Promise<boolean>
  watchedIds(): Promise<string[]>
  /** Vehicles that were added with another key or address of the service, as of the last `watchedIds`. */
  readonly unreadable: number
  /** Changes the record of one vehicle; one node at a time. `change` gives null to keep it. */
  updateRecord(vehicleId: string, change: (before: WatchedRecord) => WatchedRecord | null): Promise<void>
  /** Keeps the newest report of each vehicle. */
  saveReports(reports: ReadonlyMap<string, Report>): Promise<void>
  /** At most that many vehicles with data older than this, each given to one node only within CLAIM_MS. */
  claimDue(ages: { recordMs: number; reportMs: number; most: number }): Promise<Due[]>
  /** Deletes vehicles in no list or long without a reading, and changes that are too old. */
  purge(): Promise<void>
}

/** A node that claimed a vehicle has this long to read it. */
export const CLAIM_MS = 30_000

/** A vehicle that was not read within this time is dropped from every list. */
export const SILENT_MS = 30 * 24 * 3_600_000

/** More than clocks of nodes differ by: times further ahead were written while a clock was wrong. */
export const AHEAD_MS = 5 * 60_000
