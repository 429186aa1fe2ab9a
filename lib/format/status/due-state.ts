import { type PickUpTime, readPickUpTime } from '@/lib/format/time/pick-up-time'
import { bookingStage } from './booking-status'

/** States of bookings, the most urgent first. */
export const DUE_STATES = ['failed', 'late', 'ahead', 'unread'] as const
export type DueState = (typeof DUE_STATES)[number]

/** Fields of a booking that say whether it is due. */
export interface DueFields {
  readonly status: string | null
  readonly error: string | null
  readonly when: string | null
}

export interface Due {
  readonly state: DueState
  /** Null where `when` is no time. */
  readonly pickUp: PickUpTime | null
}

/**
 * Whether a booking names its vehicle in a form that is not read: it lacks none.
 * @param unreadable paths of fields, as of an inspected booking
 */
export function isVehicleUnreadable(unreadable: readonly string[]): boolean {
  return unreadable.includes('vehicle_id') || unreadable.includes('vehicle_our_ref')
}

/** A booking for now is late once it has waited this long. */
const SOON_MS = 10 * 60_000
/** Longer ago, it is taken for forgotten: no status of it came since. */
const FORGOTTEN_MS = 3 * 60 * 60_000
/** A failed booking is dealt with by then, or given up. */
const FAILED_MS = 60 * 60_000

/**
 * @param bookedMs when it was booked, or first arrived
 * @param zone of times without one
 * @returns null for a booking that is over, under way or forgotten
 */
export function readDue(
  { status, error, when }: DueFields,
  bookedMs: number,
  nowMs: number,
  zone: string | undefined,
): Due | null {
  const stage = bookingStage(status)
  const isOver = stage === 'done' || stage === 'called-off' || stage === 'declined'
  if (isOver) return null
  const hasFailed = Boolean(error) || stage === 'failed'
  if (stage === 'under-way' && !hasFailed) return null
  const pickUp = when ? readPickUpTime(when, { bookedMs, zone }) : null
  const atMs = pickUp?.atMs ?? bookedMs
  const pastMs = hasFailed ? FAILED_MS : FORGOTTEN_MS
  if (atMs < nowMs - pastMs) return null
  return { state: stateOf(hasFailed, pickUp, nowMs), pickUp }
}

function stateOf(hasFailed: boolean, pickUp: PickUpTime | null, nowMs: number): DueState {
  if (hasFailed) return 'failed'
  if (!pickUp) return 'unread'
  const patienceMs = pickUp.assumed === 'now' ? SOON_MS : 0
  return pickUp.atMs + patienceMs < nowMs ? 'late' : 'ahead'
}
