import type { Place } from '@/lib/reference/demo/home-places'
import { type Position, wrapLng } from './geo'
import type { BookingRecord, VehicleRecord } from './resources'

const MINUTE_MS = 60_000

/** A new booking of the vehicle, with every field of §2.4 and totals that add up. */
export function createExampleBooking(
  vehicle: VehicleRecord,
  centre: Position,
  place: Place,
  nowMs: number,
): BookingRecord {
  const ctimeMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS - 2 * MINUTE_MS + 137
  return {
    id: 'b-example-1',
    ctimeMs,
    mtimeMs: ctimeMs + 4_205,
    our_ref: 'JOB-2041/7',
    vehicle_id: vehicle.id,
    vehicle_our_ref: vehicle.facts.our_ref ?? '',
    status: 'pending',
    error: '',
    customer_name: 'Orla Penhallow',
    customer_phone_number: place.mobile(412),
    from_user_id: 'u-dispatch-17',
    to_user_id: 'u-owner-3',
    from_position: beside(centre, 0.0031, -0.0042),
    from_label: '14 Lantern Street',
    to_position: beside(centre, -0.0058, 0.0097),
    to_label: 'Quayside Station, east entrance',
    webhooks: { booking_status_changed: 'https://hooks.kerbside.example/booking_status_changed' },
    totals: exampleTotals(place),
  }
}

/** gross = fare + surge + extras; net = gross - discount; total = net + tax. */
function exampleTotals(place: Place): BookingRecord['totals'] {
  const fare = 14.5
  const surge = 2.5
  const extras = 3
  const gross = fare + surge + extras
  const discount = 2
  const net = gross - discount
  const tax = Number((net * place.tax).toFixed(2))
  const total = Number((net + tax).toFixed(2))
  return { currency: place.currency, surge, extras, gross, code: 'WELCOME10', discount, net, tax, total }
}

/** A position some hundred metres away, valid at the poles and at 180° too. */
function beside({ lat, lng }: Position, north: number, east: number): Position {
  const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6
  return { lat: round(Math.max(-90, Math.min(90, lat + north))), lng: round(wrapLng(lng + east)) }
}
