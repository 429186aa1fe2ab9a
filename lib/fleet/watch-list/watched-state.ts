import {
  CHANGES_KEPT_MS,
  CHANGES_MAXIMUM,
  type ChangeSide,
  type FieldChange,
  type RecordChange,
  type VehicleReport,
} from '@/lib/api/contract/watch-list'
import { differences } from '@/lib/inspect/differences'
import { isPersonalField } from '@/lib/interface/fields/personal-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { JsonObject } from '@/lib/interface/resources'

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
export interface Due {
  readonly vehicleId: string
  readonly record: WatchedRecord
  readonly report: Report | null
  readonly needsRecord: boolean
  readonly needsReport: boolean
  /** When it was first added to a list. */
  readonly addedAtMs: number
}

/** Ages from which records and reports are due. */
interface DueAges {
  readonly recordMs: number
  readonly reportMs: number
  /** Vehicles of one claim. */
  readonly most: number
}

/** Lists and stored state of their vehicles; the same for every node. */
export interface WatchStore {
  /** Vehicles of the shared list and of an operator's own, in the order they were first added. */
  list(owner: Owner): Promise<Watched[]>
  /** Vehicles of all lists, each with all its entries. */
  listAll(): Promise<Watched[]>
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
  /** Encrypts vehicles of an earlier key with the present one. */
  watchedIds(): Promise<string[]>
  /** Vehicles that neither key with this address decrypts, as of the last `watchedIds`. */
  readonly unreadable: number
  /** Changes the record of one vehicle; one node at a time. `change` gives null to keep it. */
  updateRecord(
    vehicleId: string,
    change: (before: WatchedRecord) => WatchedRecord | null,
  ): Promise<void>
  /** Keeps the newest report of each vehicle. */
  saveReports(reports: ReadonlyMap<string, Report>): Promise<void>
  /**
   * At most that many vehicles with data older than this, each given to one
   * node only within CLAIM_MS.
   */
  claimDue(ages: DueAges): Promise<Due[]>
  /** Deletes vehicles in no list or long without a reading, and changes that are too old. */
  purge(): Promise<void>
}

/** A node that claimed a vehicle has this long to read it. */
export const CLAIM_MS = 30_000

/** A vehicle that was not read within this time is dropped from every list. */
export const SILENT_MS = 30 * 24 * 3_600_000

/**
 * More than clocks of nodes differ by: times further ahead were written while a clock was wrong.
 */
export const AHEAD_MS = 5 * 60_000

export interface WatchedRecord {
  /** As received; null until the record was read. */
  readonly raw: JsonObject | null
  readonly readAtMs: number
  /** The newest first. */
  readonly changes: readonly RecordChange[]
}

export interface Report extends VehicleReport {
  readonly readAtMs: number
}

export const NO_RECORD: WatchedRecord = { raw: null, readAtMs: 0, changes: [] }

/** A field that changes with every reading must not displace the changes of the others. */
const CHANGES_OF_ONE_FIELD = 20

/**
 * Answers may overtake each other within a call's time limit; an older one than that
 * was read by another clock.
 */
const OVERTAKEN_MS = 30_000

/**
 * @returns the state after a reading, with the record of before where nothing changed; null
 * when a later one overtook it
 */
export function addReading(
  before: WatchedRecord,
  { raw, readAtMs }: { readonly raw: JsonObject; readonly readAtMs: number },
): WatchedRecord | null {
  if (readAtMs < before.readAtMs && before.readAtMs - readAtMs < OVERTAKEN_MS) return null
  const found = before.raw ? diffVehicles(before.raw, raw) : null
  if (found?.length === 0) return { ...before, readAtMs }

  const at = new Date(readAtMs).toISOString()
  const after = new Date(before.readAtMs).toISOString()
  const added = (found ?? []).map((change) => ({ ...change, at, after }))
  const changes = keptChanges([...added, ...before.changes], readAtMs)
  return { raw, readAtMs, changes }
}

/** The changes that are not too old, too many, or too many of one field. */
export function keptChanges(changes: readonly RecordChange[], nowMs: number): RecordChange[] {
  const counts = new Map<string, number>()
  const kept = changes.filter(({ path, at }) => {
    const count = (counts.get(path) ?? 0) + 1
    counts.set(path, count)
    return count <= CHANGES_OF_ONE_FIELD && nowMs - Date.parse(at) < CHANGES_KEPT_MS
  })
  return kept.slice(0, CHANGES_MAXIMUM)
}

/** Fields that change with every report: shown as status and age, not as changes of the record. */
export const REPORT_FIELDS: ReadonlySet<string> = new Set(['mtime', 'position', 'status'])

/**
 * Every field that differs between two readings of a vehicle's record, in the record's
 * order; unknown ones last.
 */
export function diffVehicles(before: JsonObject, after: JsonObject): FieldChange[] {
  return differences(vehicleFields, before, after, REPORT_FIELDS)
}

const WITHHELD: ChangeSide = { is: 'withheld' }

/** A value that is not of the specified type may hold anything, a person's name too. */
function isDeclared({ is }: ChangeSide): boolean {
  return is !== 'json'
}

/**
 * Changes for viewers: neither old nor new value of a personal field, and no field that
 * the interface does not name.
 */
export function changesForViewers<C extends FieldChange>(changes: readonly C[]): C[] {
  return changesForList(changes.filter(({ section }) => section !== null))
}

/**
 * Changes in a list, which is not audited: values that may be personal are
 * opened one vehicle at a time.
 */
export function changesForList<C extends FieldChange>(changes: readonly C[]): C[] {
  return changes.map((change) => {
    const isOpen =
      change.section !== null &&
      !isPersonalField(change.path) &&
      isDeclared(change.old) &&
      isDeclared(change.new)
    return isOpen ? change : { ...change, old: WITHHELD, new: WITHHELD }
  })
}
