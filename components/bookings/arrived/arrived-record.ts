import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { readListedRecord } from '@/components/bookings/table/read-record'
import type { ArrivedBooking } from '@/lib/contract/webhooks'
import { countSeverities } from '@/lib/inspect/finding'
import type { JsonObject } from '@/lib/interface/resources'
import type { ArrivedEntry } from '@/lib/queries/bookings/arrived-bookings'

// Above the indices of opened records.
const FIRST_INDEX = 1_000_000

/** The newest whole record with the facts of later deliveries; without one, the facts about the booking. */
export function recordOf({
  record,
  id,
  ourRef,
  status,
  vehicleId,
  vehicleOurRef,
}: ArrivedBooking): JsonObject {
  const said = { id, our_ref: ourRef, status, vehicle_id: vehicleId, vehicle_our_ref: vehicleOurRef }
  const known = Object.fromEntries(Object.entries(said).filter(([, value]) => value !== null))
  if (record === null) return known
  return status === null || record.status === status ? record : { ...record, status }
}

const records = new WeakMap<ArrivedEntry, ListedRecord>()

/** A booking that arrived as a record of the list; the same one until it changes. */
export function arrivedRecord(entry: ArrivedEntry): ListedRecord {
  const before = records.get(entry)
  if (before) return before
  const { booking, index } = entry
  const record = readListedRecord(recordOf(booking), { index: FIRST_INDEX + index, source: 'arrived' })
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
