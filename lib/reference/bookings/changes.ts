import type { BookingLife, BookingStep } from '@/lib/reference/demo/demo-bookings'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import type { BookingRecord } from '@/lib/reference/resources'

/** A booking as it is after a step of its life. */
export interface BookingChange {
  readonly atMs: number
  /** Index of the vehicle, where the booking is new. */
  readonly createdFor: number | null
  readonly booking: BookingRecord
}

/** Shorter than any trip, so that no trip is missed between two looks at a vehicle. */
const LOOK_MS = 60_000

/**
 * Changes of the bookings of a fleet after `fromMs` and until `toMs`, in time order.
 * @param vehicles number of vehicles, from the first on
 */
export function bookingChanges(
  fleet: Fleet,
  { fromMs, toMs, vehicles }: { fromMs: number; toMs: number; vehicles: number },
): BookingChange[] {
  const changes: BookingChange[] = []
  for (let index = 0; index < Math.min(vehicles, fleet.size); index++) {
    const seen = new Set<string>()
    for (let lookMs = fromMs; ; lookMs = Math.min(lookMs + LOOK_MS, toMs)) {
      const life = fleet.bookingLife?.(index, lookMs)
      if (life && !seen.has(life.booking.id)) {
        seen.add(life.booking.id)
        for (const step of life.steps)
          if (step.atMs > fromMs && step.atMs <= toMs) changes.push(changeOf(life, step, index))
      }
      if (lookMs >= toMs) break
    }
  }
  return changes.sort((a, b) => a.atMs - b.atMs)
}

function changeOf({ booking, steps }: BookingLife, { atMs, status, error }: BookingStep, index: number) {
  const createdFor = atMs === steps[0]!.atMs ? index : null
  return { atMs, createdFor, booking: { ...booking, mtimeMs: atMs, status, error } }
}
