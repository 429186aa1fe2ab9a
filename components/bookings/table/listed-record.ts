import type { Cell } from '@/lib/format/csv'
import { safeText } from '@/lib/format/text'
import { countSeverities, type SeverityCounts } from '@/lib/inspect/finding'
import { inspectBooking } from '@/lib/inspect/inspect'
import { findingsOfLosses, type Loss } from '@/lib/inspect/source'
import { bookingFields, totalsFields } from '@/lib/interface/fields/booking-fields'
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

type Origin = Pick<ListedRecord, 'index'> &
  Partial<Pick<ListedRecord, 'value' | 'within' | 'losses'>>

export function readListedRecord(booking: JsonObject, origin: Origin): ListedRecord {
  const { index, value = booking, within = [], losses = [] } = origin
  const inspected = readAnyBooking(booking)
  const { ctime, when, from_position, to_position } = inspected.record
  return {
    ...{ index, value, within, inspected, losses },
    searchText: searchTextOf(inspected),
    createdMs: epochOf(ctime),
    whenMs: epochOf(when),
    distanceMetres:
      from_position && to_position ? distanceMetres(from_position, to_position) : null,
    findings: countSeverities([...inspectBooking(booking), ...findingsOfLosses(losses, within)]),
    arrival: null,
  }
}

function epochOf(text: string | null): number | null {
  return text ? (parseTime(text)?.epochMs ?? null) : null
}

const LONGEST_SEARCHED = 500

function searchTextOf({ record }: Inspected<AnyBooking>): string {
  const texts = [...Object.values(record), ...Object.values(record.totals ?? {})]
  return texts
    .flatMap((value) =>
      typeof value === 'string' ? [value.slice(0, LONGEST_SEARCHED).toLowerCase()] : [],
    )
    .join('\n')
}

export function titleOf({ index, inspected }: ListedRecord): string {
  const { our_ref, id } = inspected.record
  return safeText(our_ref || id || `Record ${index + 1}`, 80)
}

/**
 * Records as rows of a table, header first: a column per specified field and per member of
 * object fields, as received.
 */
export function* tableOf(records: readonly ListedRecord[]): Generator<Cell[]> {
  const columns = fieldsOf(bookingFields).flatMap(([name, { type }]): (readonly string[])[] => {
    const members = type === 'position' ? positionFields : type === 'totals' ? totalsFields : null
    return members === null ? [[name]] : Object.keys(members).map((member) => [name, member])
  })
  yield columns.map((path) => path.join('.'))
  for (const { inspected } of records)
    yield columns.map((path) =>
      cellOf(
        path.reduce((value: unknown, name) => ownValue(asObject(value) ?? {}, name), inspected.raw),
      ),
    )
}

function cellOf(value: unknown): Cell {
  if (value === undefined || value === null) return null
  if (typeof value === 'string') return value
  return typeof value === 'number' && Number.isFinite(value) ? value : JSON.stringify(value)
}
