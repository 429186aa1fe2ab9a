import type { Route } from 'next'
import type { ArrivedBooking } from '@/lib/api/contract/webhooks'
import type { ArrivedEntry } from '@/lib/api/queries/arrived-bookings'
import { arrivedBookingHref, type BookedNeeds } from '@/lib/format/links'
import { DUE_STATES, type DueState, readDue } from '@/lib/format/status/due-state'
import { safeText } from '@/lib/format/text'
import type { PickUpTime } from '@/lib/format/time/pick-up-time'
import { hoursAndMinutes } from '@/lib/format/time/time-in-status'
import { recordOf } from '@/lib/inspect/delivery/record-of'
import { readAnyBooking } from '@/lib/interface/readers'
import type { AnyBooking, Inspected } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { bookedNeeds } from './booked-needs'

/** A booking, as far as something can be done for it. */
export interface BookingSubject {
  readonly record: AnyBooking
  /** Fields that came with another type: null in the record. */
  readonly unreadable: Inspected<AnyBooking>['unreadable']
  /** Its reference, or else its id. */
  readonly title: string
  readonly needs: BookedNeeds
  readonly vehicleId: string | null
  /** When it was booked, or else first arrived; milliseconds since the epoch. */
  readonly bookedMs: number
  /** Its page; null for one that was opened in this browser. */
  readonly href: Route | null
}

/** A booking that arrived. */
export interface ReadBooking extends BookingSubject {
  /** Of its page. */
  readonly key: string
  /** Call sign of its vehicle, or else the id; null for no vehicle, and for an unreadable one. */
  readonly vehicleName: string | null
}

export interface DueBooking extends ReadBooking {
  readonly state: DueState
  /** Null where `when` is no time. */
  readonly pickUp: PickUpTime | null
}

const readBookings = new WeakMap<ArrivedEntry, ReadBooking>()

/** The same object until the booking changes. */
function readEntry(entry: ArrivedEntry): ReadBooking {
  const before = readBookings.get(entry)
  if (before) return before
  const read = readBooking(entry.booking)
  readBookings.set(entry, read)
  return read
}

export function readBooking(booking: ArrivedBooking): ReadBooking {
  const raw = recordOf(booking)
  const { record, unreadable } = readAnyBooking(raw)
  const vehicleId = booking.vehicleId || record.vehicle_id || null
  const vehicleRef = booking.vehicleOurRef || record.vehicle_our_ref
  const createdMs = record.ctime ? parseTime(record.ctime)?.epochMs : null
  return {
    key: booking.key,
    record,
    unreadable,
    title: safeText(record.our_ref || record.id || 'Without a reference', 80),
    needs: bookedNeeds(raw),
    vehicleId,
    vehicleName: vehicleRef || booking.vehicleCallSign || vehicleId,
    bookedMs: createdMs ?? Date.parse(booking.firstReceivedAt),
    href: arrivedBookingHref(booking.key),
  }
}

/**
 * Bookings whose pick-up is ahead, late or failed, and those without a readable time: failed and
 * late ones first, then by pick-up time.
 * @param zone of times without one
 */
export function dueBookings(
  entries: readonly ArrivedEntry[],
  nowMs: number,
  zone: string | undefined,
): readonly DueBooking[] {
  const found: DueBooking[] = []
  for (const entry of entries) {
    const booking = readEntry(entry)
    const due = readDue(booking.record, booking.bookedMs, nowMs, zone)
    if (due) found.push({ ...booking, state: due.state, pickUp: due.pickUp })
  }
  return found.sort((a, b) => urgency(a) - urgency(b) || timeOf(a) - timeOf(b))
}

function urgency({ state }: DueBooking): number {
  return DUE_STATES.indexOf(state)
}

function timeOf({ pickUp }: DueBooking): number {
  return pickUp?.atMs ?? Number.POSITIVE_INFINITY
}

/** "in 12 min", "3 min late", "in 2 h 5 min"; "Now" within a minute of the pick-up. */
export function leftInWords(atMs: number, nowMs: number): string {
  const isLate = atMs < nowMs
  // Never more time than there is, and never less delay.
  const minutes = Math.floor(Math.abs(atMs - nowMs) / 60_000)
  if (minutes === 0) return 'Now'
  const time = minutes < 60 ? `${minutes} min` : hoursAndMinutes(minutes)
  return isLate ? `${time} late` : `in ${time}`
}
