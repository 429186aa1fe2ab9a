import { totalsOf } from '@/lib/reference/demo/demo-bookings'
import type { Place } from '@/lib/reference/demo/home-places'
import { distanceMetres, type Position } from './geo'
import type { BookingRecord, Hooks, VehicleRecord } from './resources'

const MINUTE_MS = 60_000

type Stop = { position: Position; label: string }

/** A new booking of the vehicle, with every field of §2.4 and totals that add up. */
export function createExampleBooking(
  vehicle: VehicleRecord,
  { from, to }: { from: Stop; to: Stop },
  place: Place,
  hooks: Hooks,
  nowMs: number,
): BookingRecord {
  const ctimeMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - 2 * MINUTE_MS + 137
  return {
    id: 'b-example-1',
    ctimeMs,
    mtimeMs: ctimeMs + 4_205,
    pickUpMs: null,
    our_ref: 'JOB-2041',
    vehicle_id: vehicle.id,
    vehicle_our_ref: vehicle.facts.our_ref ?? '',
    status: 'pending',
    error: '',
    customer_name: 'Mariana Olivera',
    customer_phone_number: place.mobile(412),
    from_user_id: 'u-desk-2',
    to_user_id: 'u-owner-3',
    from_position: from.position,
    from_label: from.label,
    to_position: to.position,
    to_label: to.label,
    webhooks: { booking_status_changed: hooks('booking_status_changed') },
    totals: totalsOf(4 + (2.2 * distanceMetres(from.position, to.position)) / 1000, 0, place),
  }
}
