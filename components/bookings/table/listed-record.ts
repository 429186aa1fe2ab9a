import type { ArrivedEntry } from '@/lib/api/queries/arrived-bookings'
import type { Cell } from '@/lib/format/csv'
import { safeText } from '@/lib/format/text'
import { recordOf } from '@/lib/inspect/delivery/record-of'
import { countSeverities, type SeverityCounts } from '@/lib/inspect/finding'
import { inspectBooking } from '@/lib/inspect/inspect'
import { findingsOfLosses, type Loss } from '@/lib/inspect/source'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
import type { FieldTable } from '@/lib/interface/fields/fields'
import { positionFields } from '@/lib/interface/fields/search-fields'
import { distanceMetres } from '@/lib/interface/geometry'
import { readAnyBooking } from '@/lib/interface/readers'
import {
  type AnyBooking,
  fieldsOf,
  type Inspected,
  type JsonObject,
} from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { asObject, ownValue } from '@/lib/interface/values'

export interface ListedRecord {
  /** Unique in the list; of opened records their place in the source, from 0. */
  readonly index: number
  /** As received, wrapper included. */
  readonly value: unknown
  /** Path of the booking in `value`. */
  readonly within: Loss['path']
  readonly inspected: Inspected<AnyBooking>
  /** All its texts in lower case. */
  readonly searchText: string
  /** Milliseconds since the epoch; null when absent or unreadable. */
  readonly createdMs: number | null
  /** Of `when`, milliseconds since the epoch; null when it is no time. */
  readonly whenMs: number | null
  /** Straight line in metres; null when an end has no readable position. */
  readonly distanceMetres: number | null
  /** Differences between its source text and `value`. */
  readonly losses: readonly Loss[]
  /** Inspector findings about the record alone. */
  readonly findings: SeverityCounts
  /** Null for a record that was opened: pasted, dropped or from a file, in this browser only. */
  readonly arrival: Arrival | null
}

/**
 * Facts about a booking from its deliveries, beside its record; times in
 * milliseconds since the epoch.
 */
export interface Arrival {
  readonly key: string
  readonly receivedMs: number
  /** Since when it has its status: its `mtime`, or else the delivery. */
  readonly statusSinceMs: number | null
  /** False where the deliveries do not decide which status is the present one. */
  readonly isOrderKnown: boolean
}

interface Origin {
  readonly index: number
  readonly value?: unknown
  readonly within?: ListedRecord['within']
  readonly losses?: ListedRecord['losses']
}

export function readListedRecord(booking: JsonObject, origin: Origin): ListedRecord {
  const { index, value = booking, within = [], losses = [] } = origin
  const inspected = readAnyBooking(booking)
  const { ctime, when, from_position, to_position } = inspected.record
  const findings = [...inspectBooking(booking), ...findingsOfLosses(losses, within)]
  const hasBothEnds = from_position !== null && to_position !== null
  return {
    index,
    value,
    within,
    inspected,
    losses,
    searchText: searchTextOf(inspected),
    createdMs: epochOf(ctime),
    whenMs: epochOf(when),
    distanceMetres: hasBothEnds ? distanceMetres(from_position, to_position) : null,
    findings: countSeverities(findings),
    arrival: null,
  }
}

// Above the indices of opened records.
const FIRST_INDEX = 1_000_000

const records = new WeakMap<ArrivedEntry, ListedRecord>()

/** A booking that arrived as a record of the list; the same one until it changes. */
export function arrivedRecord(entry: ArrivedEntry): ListedRecord {
  const before = records.get(entry)
  if (before) return before
  const { booking, index } = entry
  const record = readListedRecord(recordOf(booking), { index: FIRST_INDEX + index })
  const last = booking.statuses.at(-1)
  const since = last && Date.parse(last.modifiedAt ?? last.receivedAt)
  const listed: ListedRecord = {
    ...record,
    // Nothing is missing of a booking that no delivery holds.
    findings: booking.record === null ? countSeverities([]) : record.findings,
    arrival: {
      key: booking.key,
      receivedMs: Date.parse(booking.firstReceivedAt),
      statusSinceMs: since === undefined || Number.isNaN(since) ? null : since,
      isOrderKnown: booking.isOrderKnown,
    },
  }
  records.set(entry, listed)
  return listed
}

function epochOf(text: string | null): number | null {
  return text ? (parseTime(text)?.epochMs ?? null) : null
}

const LONGEST_SEARCHED = 500

function searchTextOf({ record }: Inspected<AnyBooking>): string {
  const values = [...Object.values(record), ...Object.values(record.totals ?? {})]
  const texts = values.filter((value) => typeof value === 'string')
  return texts.map((text) => text.slice(0, LONGEST_SEARCHED).toLowerCase()).join('\n')
}

export function titleOf({ index, inspected }: ListedRecord): string {
  const { our_ref, id } = inspected.record
  return safeText(our_ref || id || `Record ${index + 1}`, 80)
}

/**
 * Records as rows of a table, header first: a column per specified field and per member of
 * object fields, as received; members of a position in another form as they were read.
 */
export function* tableOf(records: readonly ListedRecord[]): Generator<Cell[]> {
  const columns = fieldsOf(bookingFields).flatMap(([name, { type }]) => {
    const members = membersOf(type)
    if (members === null) return [[name]]
    return Object.keys(members).map((member) => [name, member])
  })
  yield columns.map((path) => path.join('.'))
  for (const { inspected } of records) yield columns.map((path) => cellAt(inspected, path))
}

function cellAt({ record, raw, unreadable }: Inspected<AnyBooking>, path: readonly string[]): Cell {
  const sent = valueAt(raw, path)
  if (sent !== undefined) return cellOf(sent)
  const [name = ''] = path
  const read = valueAt(record, path)
  return unreadable.includes(name) ? 'unreadable' : cellOf(read)
}

function membersOf(type: string): FieldTable | null {
  if (type === 'position') return positionFields
  if (type === 'totals') return totalsFields
  return null
}

function valueAt(raw: unknown, path: readonly string[]): unknown {
  return path.reduce((value, name) => ownValue(asObject(value) ?? {}, name), raw)
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? value : JSON.stringify(value)
}
