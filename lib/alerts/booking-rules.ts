import type { AlertRule } from '@/lib/api/contract/alerts'
import { type Due, readDue } from '@/lib/format/status/due-state'
import {
  type Cause,
  limitMs,
  NO_FACTS,
  type ObservedBooking,
  type RuleContext,
} from './observation'

/** Rules whose alerts are withheld from viewers. */
export const BOOKING_RULES: readonly AlertRule[] = ['booking-failed', 'booking-due']

/**
 * Bookings that failed, and those whose pick-up is near without a vehicle.
 * @param zone of pick-up times without one
 */
export function* bookingCauses(
  bookings: readonly ObservedBooking[],
  context: RuleContext,
  nowMs: number,
  zone?: string,
): Generator<Cause> {
  const aheadMs = limitMs(context, 'booking-due')
  const warnsOfFailed = context.settingOf('booking-failed').isOn
  for (const booking of bookings) {
    const due = readDue(booking, booking.bookedMs, nowMs, zone)
    if (due?.state === 'failed') {
      if (warnsOfFailed) yield causeOf('booking-failed', booking, booking.changedMs, due)
      continue
    }
    if (aheadMs === null || booking.hasVehicle || !due?.pickUp) continue
    const dueSinceMs = due.pickUp.atMs - aheadMs
    // One for now is waited for until it counts as late.
    const isNear = due.pickUp.assumed === 'now' ? due.state === 'late' : nowMs >= dueSinceMs
    if (isNear) yield causeOf('booking-due', booking, dueSinceMs, due)
  }
}

function causeOf(
  rule: 'booking-failed' | 'booking-due',
  { key, name, error }: ObservedBooking,
  sinceMs: number,
  { pickUp }: Due,
): Cause {
  return {
    ...NO_FACTS,
    rule,
    subject: key,
    sinceMs,
    // Withheld from viewers by their role.
    owners: null,
    booking: { key, name },
    detail: rule === 'booking-failed' ? error : null,
    dueAtMs: pickUp?.atMs ?? null,
  }
}
