import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import type { JsonObject } from '@/lib/interface/resources'
import type { BookingReference } from './booking-facts'

/**
 * The newest whole record with the facts of later deliveries; without one,
 * the facts about the booking.
 */
export function recordOf(booking: ArrivedBooking): JsonObject {
  const { record, status } = booking
  if (record === null) return recordOfFacts(booking)
  return status === null || record.status === status ? record : { ...record, status }
}

/** The fields that a body states of a booking which it only refers to. */
export function recordOfFacts(facts: BookingReference): JsonObject {
  const fields = {
    id: facts.id,
    our_ref: facts.ourRef,
    status: facts.status,
    vehicle_id: facts.vehicleId,
    vehicle_our_ref: facts.vehicleOurRef,
  }
  const stated = Object.entries(fields).filter(([, value]) => value !== null)
  return Object.fromEntries(stated)
}
