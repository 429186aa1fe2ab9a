import { distanceMetres, type Position } from '@/lib/reference/geo'
import { hash, hexOf, pick, unit } from '@/lib/reference/hash'
import type { BookingRecord, Hooks } from '@/lib/reference/resources'
import { inventPerson } from './demo-people'
import { tripAt } from './driving'
import type { Place } from './home-places'
import type { Town } from './town'

/** Status words beside `pending`, which the interface shows (§3: the others are not shown). */
export type BookingStatus = 'pending' | 'accepted' | 'declined' | 'under_way' | 'done' | 'failed'

/** A moment at which a booking's status changes. */
export interface BookingStep {
  readonly atMs: number
  readonly status: BookingStatus
  /** Empty unless it failed. */
  readonly error: string
}

/** A booking and its changes. Everything follows from (vehicle, trip). */
export interface BookingLife {
  /** As it is created: its status, error and mtime are those of the first step. */
  readonly booking: BookingRecord
  /** In time order; the first is `pending`. */
  readonly steps: readonly BookingStep[]
}

/** Purpose of a trip. */
export function errandOf(seed: number, index: number, trip: number) {
  const share = unit(seed + 6, index, trip)
  if (share < 0.4) return 'none'
  if (share < 0.45) return 'declined'
  if (share < 0.5) return 'failed'
  return share < 0.93 ? 'carried' : 'reserved'
}

export const bookingIdOf = (seed: number, index: number, trip: number) =>
  `b${hexOf(seed + 7, index, trip)}`

const reasons = [
  'The customer cancelled',
  'The customer was not at the pick-up point',
  'Card declined: 51 insufficient funds',
  'Vehicle reported a fault; booking returned to the desk',
] as [string, ...string[]]

interface BookedVehicle {
  readonly id: string
  readonly ourRef: string
  locate(nowMs: number, out: Position): void
}

/**
 * The booking of the trip that a vehicle is on at `nowMs`; null when the
 * trip is not for a customer.
 */
export function inventBookingLife(
  { seed, town, place, hooks }: { seed: number; town: Town; place: Place; hooks: Hooks },
  index: number,
  vehicle: BookedVehicle,
  nowMs: number,
): BookingLife | null {
  const seconds = Math.floor(nowMs / 1000)
  const { trip, beganAt, arrivesAt } = town.doingAt(index, seconds)
  const errand = errandOf(seed, index, trip)
  if (errand === 'none') return null
  const departsAt = beganAt + tripAt(seed, index, seconds).delaySeconds
  const steps = stepsOf(errand, { beganAt, departsAt, arrivesAt }, hash(seed + 8, index, trip))
  const from = placeAt(vehicle, beganAt)
  const to = placeAt(vehicle, arrivesAt)
  const bits = hash(seed + 9, index, trip)
  const ctimeMs = steps[0]!.atMs
  const kilometres = distanceMetres(from, to) / 1000
  return {
    steps,
    booking: {
      id: bookingIdOf(seed, index, trip),
      ctimeMs,
      mtimeMs: ctimeMs,
      our_ref: `JOB-${1000 + (bits % 9000)}/${1 + ((bits >>> 16) % 9)}`,
      vehicle_id: vehicle.id,
      vehicle_our_ref: vehicle.ourRef,
      status: 'pending',
      error: '',
      customer_name: inventPerson(seed + 10, bits).name,
      customer_phone_number: place.mobile(bits),
      from_user_id: `u-desk-${1 + (bits % 4)}`,
      to_user_id: `u-owner-${1 + (index % 40)}`,
      from_position: from,
      from_label: town.addressAt(index, trip, from),
      to_position: to,
      to_label: town.addressAt(index, trip + 1, to),
      webhooks: { booking_status_changed: hooks('booking_status_changed') },
      totals: totalsOf(4 + 2.2 * kilometres, bits, place),
    },
  }
}

function stepsOf(
  errand: ReturnType<typeof errandOf>,
  { beganAt, departsAt, arrivesAt }: { beganAt: number; departsAt: number; arrivesAt: number },
  bits: number,
): BookingStep[] {
  const startMs = beganAt * 1000 + (bits % 400)
  // Between the booking and the departure, or at once where the vehicle leaves at once.
  const answeredMs = Math.max(
    startMs + 50,
    beganAt * 1000 + Math.round((departsAt - beganAt) * 600),
  )
  const pending: BookingStep = { atMs: startMs, status: 'pending', error: '' }
  if (errand === 'declined') return [pending, { atMs: answeredMs, status: 'declined', error: '' }]
  const accepted: BookingStep = { atMs: answeredMs, status: 'accepted', error: '' }
  const departsMs = Math.max(answeredMs + 50, departsAt * 1000)
  if (errand === 'failed')
    return [
      pending,
      accepted,
      { atMs: departsMs, status: 'failed', error: pick(reasons, bits >>> 4) },
    ]
  return [
    pending,
    accepted,
    { atMs: departsMs, status: 'under_way', error: '' },
    { atMs: Math.max(departsMs + 50, arrivesAt * 1000), status: 'done', error: '' },
  ]
}

function placeAt(vehicle: BookedVehicle, seconds: number): Position {
  const position: Position = { lat: 0, lng: 0 }
  vehicle.locate(seconds * 1000, position)
  return position
}

/**
 * gross = fare + surge + extras; net = gross - discount; total = net + tax.
 * @param fare where the price level is 1
 * @param bits decide on surge, extras and discount; 0 for all three
 */
export function totalsOf(fare: number, bits: number, place: Place): BookingRecord['totals'] {
  const { currency, priceLevel, decimals } = place
  const cents = (amount: number) => Number(amount.toFixed(2))
  const price = (amount: number) => Number((priceLevel * amount).toFixed(decimals))
  const surge = bits % 5 === 0 ? price(0.2 * fare) : 0
  const extras = bits % 3 === 0 ? price(3) : 0
  const gross = cents(price(fare) + surge + extras)
  const hasCode = bits % 7 === 0
  const discount = hasCode ? price(2) : 0
  const net = cents(gross - discount)
  const tax = cents(net * place.tax)
  const code = hasCode ? 'WELCOME10' : ''
  return { currency, surge, extras, gross, code, discount, net, tax, total: cents(net + tax) }
}
