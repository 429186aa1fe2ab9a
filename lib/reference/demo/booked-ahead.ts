import { hash, unit } from '@/lib/reference/hash'
import { type AheadTrip, type BookingLife, errandOf } from './demo-bookings'
import { tripAt } from './driving'

/** The first vehicles of the fleet, so that their bookings are among those delivered. */
const BOOKED_VEHICLES = 100
/** Longer than a trip, so that one of each vehicle begins within it. */
const SLOT_SECONDS = 600
const TRIES = 40
/** Bookings are made at most this long before their trip. */
export const AHEAD_MS = 60 * 60_000
const MINUTE_MS = 60_000
/** A day of them. */
const KEPT_MAXIMUM = 144

export interface AheadBooking {
  readonly index: number
  readonly life: BookingLife
}

interface AheadFleet {
  readonly seed: number
  readonly size: number
  /** Whether a vehicle has trips. */
  readonly drives: (index: number) => boolean
  readonly lifeOf: (trip: AheadTrip) => BookingLife | null
}

/** The trips that were booked ahead: one every ten minutes. */
export function createBookedAhead({ seed, size, drives, lifeOf }: AheadFleet) {
  const trips = new Map<number, AheadTrip | null>()
  const bookings = new Map<AheadTrip, AheadBooking>()

  /** The trip that begins within a slot; null where no vehicle has one for a customer. */
  function tripOf(slot: number): AheadTrip | null {
    const known = trips.get(slot)
    if (known !== undefined) return known
    const trip = chooseTrip(slot)
    if (trips.size >= KEPT_MAXIMUM) trips.clear()
    trips.set(slot, trip)
    return trip
  }

  function chooseTrip(slot: number): AheadTrip | null {
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const index = hash(seed + 11, slot, attempt) % Math.min(size, BOOKED_VEHICLES)
      const before = tripAt(seed, index, slot * SLOT_SECONDS - 1)
      const trip = before.number + 1
      if (!drives(index) || errandOf(seed, index, trip) !== 'carried') continue
      const beganAt = before.beganAt + before.tripSeconds
      return { index, trip, beganAt, ...timesOf(seed, slot) }
    }
    return null
  }

  function bookingOf(trip: AheadTrip): AheadBooking | null {
    const known = bookings.get(trip)
    if (known) return known
    const life = lifeOf(trip)
    if (!life) return null
    const booking = { index: trip.index, life }
    if (bookings.size >= KEPT_MAXIMUM) bookings.clear()
    bookings.set(trip, booking)
    return booking
  }

  return {
    /** @returns null for a trip that was booked as it began */
    find(index: number, trip: number, beganAt: number): AheadTrip | null {
      const ahead = tripOf(Math.floor(beganAt / SLOT_SECONDS))
      return ahead?.index === index && ahead.trip === trip ? ahead : null
    },
    /** Bookings that may change between two moments. */
    between(fromMs: number, toMs: number): AheadBooking[] {
      const slotMs = SLOT_SECONDS * 1000
      // A trip ends within the slot after its own.
      const firstSlot = Math.floor(fromMs / slotMs) - 1
      const lastSlot = Math.floor((toMs + AHEAD_MS) / slotMs)
      const found: AheadBooking[] = []
      for (let slot = firstSlot; slot <= lastSlot; slot++) {
        const trip = tripOf(slot)
        const booking = trip && bookingOf(trip)
        if (booking) found.push(booking)
      }
      return found
    },
  }
}

/**
 * Each third has no vehicle at first, so that one lacks it at any time, and each sixth none until
 * some minutes before its trip.
 */
function timesOf(seed: number, slot: number) {
  function minutes(least: number, most: number, salt: number): number {
    return Math.round((least + (most - least) * unit(seed + 12, slot, salt)) * MINUTE_MS)
  }
  const bookedMs = minutes(56, 59, 1)
  const hasVehicle = slot % 3 !== 0
  const isLate = slot % 6 === 0
  if (hasVehicle) return { bookedMs, acceptedMs: bookedMs - minutes(1, 3, 2), hasVehicle }
  return { bookedMs, acceptedMs: isLate ? minutes(4, 7, 3) : minutes(12, 16, 3), hasVehicle }
}
