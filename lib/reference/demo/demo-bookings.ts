import { distanceMetres, type Position } from '@/lib/reference/geo'
import { hash, hexOf, pick, unit } from '@/lib/reference/hash'
import type { BookingRecord, Hooks } from '@/lib/reference/resources'
import { inventPerson } from './demo-people'
import { tripAt } from './driving'
import type { Place } from './home-places'
import type { Town } from './town'

/** Status words beside `pending`, which the interface shows (§3: the others are not shown). */
export type BookingStatus =
  | 'pending'
  | 'accepted'
  | 'declined'
  | 'cancelled'
  | 'under_way'
  | 'done'
  | 'failed'

/** A moment at which a booking's status changes. */
export interface BookingStep {
  readonly atMs: number
  readonly status: BookingStatus
  /** Empty unless it failed. */
  readonly error: string
  readonly hasVehicle: boolean
}

/** A booking and its changes. Everything follows from (vehicle, trip). */
export interface BookingLife {
  /** As it is created, with its vehicle: status, error and mtime are those of the first step. */
  readonly booking: BookingRecord
  /** In time order; the first is `pending`. */
  readonly steps: readonly BookingStep[]
}

/** A trip that was booked ahead; times before it begins, in milliseconds. */
export interface AheadTrip {
  readonly index: number
  readonly trip: number
  /** Seconds since 1970. */
  readonly beganAt: number
  readonly bookedMs: number
  readonly acceptedMs: number
  /** Whether the booking has its vehicle from the beginning, or else when it is accepted. */
  readonly hasVehicle: boolean
}

/** Purpose of a trip. */
type Errand = 'none' | 'declined' | 'failed' | 'cancelled' | 'carried' | 'reserved'

export function errandOf(seed: number, index: number, trip: number): Errand {
  const share = unit(seed + 6, index, trip)
  if (share < 0.4) return 'none'
  if (share < 0.45) return 'declined'
  // One in 250 bookings: each that fails is an alert.
  if (share < 0.452) return 'failed'
  if (share < 0.457) return 'cancelled'
  return share < 0.93 ? 'carried' : 'reserved'
}

export const bookingIdOf = (seed: number, index: number, trip: number) =>
  `b${hexOf(seed + 7, index, trip)}`

const reasons = [
  'The driver cancelled',
  'Card declined: 51 insufficient funds',
  'Vehicle reported a fault; booking returned to the desk',
] as [string, ...string[]]

interface BookedFleet {
  readonly seed: number
  readonly town: Town
  readonly place: Place
  readonly hooks: Hooks
}

interface BookedVehicle {
  readonly id: string
  readonly ourRef: string
  locate(nowMs: number, out: Position): void
}

/**
 * The booking of the trip that a vehicle is on at `nowMs`; null when the
 * trip is not for a customer.
 * @param findAhead whether and how the trip was booked ahead
 */
export function inventBookingLife(
  demo: BookedFleet,
  index: number,
  vehicle: BookedVehicle,
  nowMs: number,
  findAhead: (index: number, trip: number, beganAt: number) => AheadTrip | null,
): BookingLife | null {
  const { seed, town, place, hooks } = demo
  const seconds = Math.floor(nowMs / 1000)
  const { trip, beganAt, arrivesAt } = town.doingAt(index, seconds)
  const errand = errandOf(seed, index, trip)
  if (errand === 'none') return null
  const { delaySeconds } = tripAt(seed, index, seconds)
  const departsAt = beganAt + delaySeconds
  const stepBits = hash(seed + 8, index, trip)
  const times = { beganAt, departsAt, arrivesAt }
  const ahead = findAhead(index, trip, beganAt)
  const steps = ahead ? stepsAhead(ahead, times) : stepsOf(errand, times, stepBits)
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
      pickUpMs: ahead ? Math.ceil(departsAt / 60) * 60_000 : null,
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

/** Seconds since 1970. */
interface TripTimes {
  readonly beganAt: number
  readonly departsAt: number
  readonly arrivesAt: number
}

function stepsOf(errand: Errand, times: TripTimes, bits: number): BookingStep[] {
  const { beganAt, departsAt, arrivesAt } = times
  const beganMs = beganAt * 1000
  const startMs = beganMs + (bits % 400)
  // Between the booking and the departure, or at once where the vehicle leaves at once.
  const waitMs = Math.round((departsAt - beganAt) * 600)
  const answeredMs = Math.max(startMs + 50, beganMs + waitMs)
  const pending = stepAt(startMs, 'pending')
  if (errand === 'declined') return [pending, stepAt(answeredMs, 'declined')]

  const accepted = stepAt(answeredMs, 'accepted')
  const departsMs = Math.max(answeredMs + 50, departsAt * 1000)
  if (errand === 'failed') {
    const reason = pick(reasons, bits >>> 4)
    return [pending, accepted, stepAt(departsMs, 'failed', reason)]
  }
  if (errand === 'cancelled') return [pending, accepted, stepAt(departsMs, 'cancelled')]

  return [pending, accepted, ...journeySteps(departsMs, arrivesAt)]
}

function stepsAhead(ahead: AheadTrip, { beganAt, departsAt, arrivesAt }: TripTimes): BookingStep[] {
  const beganMs = beganAt * 1000
  const pending = stepAt(beganMs - ahead.bookedMs, 'pending')
  const accepted = stepAt(beganMs - ahead.acceptedMs, 'accepted')
  const journey = journeySteps(departsAt * 1000, arrivesAt)
  return [{ ...pending, hasVehicle: ahead.hasVehicle }, accepted, ...journey]
}

function journeySteps(departsMs: number, arrivesAt: number): BookingStep[] {
  const arrivesMs = Math.max(departsMs + 50, arrivesAt * 1000)
  return [stepAt(departsMs, 'under_way'), stepAt(arrivesMs, 'done')]
}

function stepAt(atMs: number, status: BookingStatus, error = ''): BookingStep {
  return { atMs, status, error, hasVehicle: true }
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
