import { inspectBooking } from '@/lib/inspect/booking'
import { countSeverities } from '@/lib/inspect/finding'
import { findingsOfLosses } from '@/lib/inspect/source'
import { distanceMetres } from '@/lib/interface/geometry'
import { readAnyBooking } from '@/lib/interface/readers'
import type { AnyBooking, Inspected, JsonObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import type { ListedRecord } from './listed-record'

type Origin = Pick<ListedRecord, 'index' | 'source'> &
  Partial<Pick<ListedRecord, 'value' | 'within' | 'losses'>>

/** @param origin `value`, `within` and `losses` of a booking that was found in a text */
export function readListedRecord(booking: JsonObject, origin: Origin): ListedRecord {
  const { index, source, value = booking, within = [], losses = [] } = origin
  const inspected = readAnyBooking(booking)
  const { ctime, when, from_position, to_position } = inspected.record
  return {
    ...{ index, source, value, within, inspected, losses },
    searchText: searchTextOf(inspected),
    createdMs: epochOf(ctime),
    whenMs: epochOf(when),
    distanceMetres: from_position && to_position ? distanceMetres(from_position, to_position) : null,
    findings: countSeverities([...inspectBooking(booking), ...findingsOfLosses(losses, within)]),
    arrival: null,
  }
}

function epochOf(text: string | null): number | null {
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
