import { inspectBooking } from '@/lib/inspect/booking'
import { countSeverities } from '@/lib/inspect/finding'
import { findingsOfLosses, type Loss } from '@/lib/inspect/source'
import { findBookings } from '@/lib/interface/find-bookings'
import { distanceMetres } from '@/lib/interface/geometry'
import { readAnyBooking } from '@/lib/interface/readers'
import type { AnyBooking, Inspected } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { asObject } from '@/lib/interface/values'
import type { ListedRecord } from './listed-record'

/** @param losses differences between the value and its source text, where that is known */
export function readListedRecord(
  value: unknown,
  { index, source, losses = [] }: Pick<ListedRecord, 'index' | 'source'> & { losses?: readonly Loss[] },
): ListedRecord {
  const raw = findBookings(value)[0]?.booking ?? asObject(value)
  const inspected = raw && readAnyBooking(raw)
  const record = inspected?.record
  return {
    ...{ index, source, value, inspected, losses },
    searchText: inspected ? searchTextOf(inspected) : '',
    createdMs: epochOf(record?.ctime),
    whenMs: epochOf(record?.when),
    distanceMetres:
      record?.from_position && record.to_position
        ? distanceMetres(record.from_position, record.to_position)
        : null,
    findings: countSeverities([
      ...inspectBooking(inspected ? inspected.raw : value),
      ...findingsOfLosses(losses, null),
    ]),
    arrival: null,
  }
}

function epochOf(text: string | null | undefined): number | null {
  return text ? (parseTime(text)?.epochMs ?? null) : null
}

// Limits the text that is searched in every record.
const LONGEST_SEARCHED = 500

function searchTextOf({ record }: Inspected<AnyBooking>): string {
  const texts = [...Object.values(record), ...Object.values(record.totals ?? {})]
  return texts
    .flatMap((value) => (typeof value === 'string' ? [value.slice(0, LONGEST_SEARCHED).toLowerCase()] : []))
    .join('\n')
}
