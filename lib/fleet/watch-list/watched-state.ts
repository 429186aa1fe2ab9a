import {
  CHANGES_KEPT_MS,
  CHANGES_MAXIMUM,
  type ChangeSide,
  type FieldChange,
  type RecordChange,
  type WatchedReport,
} from '@/lib/api/contract/watch-list'
import { differences } from '@/lib/inspect/differences'
import { isPersonalField } from '@/lib/interface/fields/personal-fields'
import { vehicleFields } from '@/lib/interface/fields/vehicle-fields'
import type { JsonObject } from '@/lib/interface/resources'

/** Stored state of a watched vehicle's record. */
export interface WatchedRecord {
  /** As received; null until the record was read. */
  readonly raw: JsonObject | null
  readonly readAtMs: number
  /** The newest first. */
  readonly changes: readonly RecordChange[]
}

export interface Report extends Omit<WatchedReport, 'readAt'> {
  readonly readAtMs: number
}

export const NO_RECORD: WatchedRecord = { raw: null, readAtMs: 0, changes: [] }

/** A field that changes with every reading must not displace the changes of the others. */
const CHANGES_OF_ONE_FIELD = 20

/** Answers may overtake each other within a call's time limit; an older one than that was read by another clock. */
const OVERTAKEN_MS = 30_000

/**
 * @returns the state after a reading, with the record of before where nothing changed; null when a later one overtook it
 */
export function addReading(
  before: WatchedRecord,
  { raw, readAtMs }: { readonly raw: JsonObject; readonly readAtMs: number },
): WatchedRecord | null {
  if (readAtMs < before.readAtMs && before.readAtMs - readAtMs < OVERTAKEN_MS) return null
  const [at, after] = [readAtMs, before.readAtMs].map((ms) => new Date(ms).toISOString()) as [string, string]
  const found = before.raw ? diffVehicles(before.raw, raw) : null
  if (found?.length === 0) return { ...before, readAtMs }
  const changes = [...(found ?? []).map((change) => ({ ...change, at, after })), ...before.changes]
  return { raw, readAtMs, changes: keptChanges(changes, readAtMs) }
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

/** They change with every report: shown as status and age, not as changes of the record. */
const OF_REPORTS: ReadonlySet<string> = new Set(['mtime', 'position', 'status'])

/** Every field that differs between two readings of a vehicle's record, in the record's order; unknown ones last. */
export function diffVehicles(before: JsonObject, after: JsonObject): FieldChange[] {
  return differences(vehicleFields, before, after, OF_REPORTS)
}

const WITHHELD: ChangeSide = { is: 'withheld' }

/** A value that is not of the specified type may hold anything, a person's name too. */
function isDeclared({ is }: ChangeSide): boolean {
  return is !== 'json'
}

/** Changes for viewers: neither old nor new value of a personal field, and no field that the interface does not name. */
export function changesForViewers<C extends FieldChange>(changes: readonly C[]): C[] {
  return changesForList(changes.filter(({ section }) => section !== null))
}

/** Changes in a list, which is not audited: values that may be personal are opened one vehicle at a time. */
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
