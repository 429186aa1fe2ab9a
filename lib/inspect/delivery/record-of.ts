import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import type { JsonObject } from '@/lib/interface/resources'
import { recordOfFacts } from './find-bookings'

/**
 * The newest whole record with the facts of later deliveries; without one,
 * the facts about the booking.
 */
export function recordOf(booking: ArrivedBooking): JsonObject {
  const { record, status } = booking
  if (record === null) return recordOfFacts(booking)
  return status === null || record.status === status ? record : { ...record, status }
}
