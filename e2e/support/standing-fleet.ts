import { createFileFleet } from '@/lib/reference/fleets/file-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import type { Position } from '@/lib/reference/geo'

/** Position of the southernmost vehicle, in degrees. */
export const STANDING_CENTRE = { lat: 51.5, lng: -0.1 }

// About 100 m north each.
const STEP_DEGREES = 0.0009

/**
 * Vehicles that never move, 100 m apart in a row to the north, `v-1` the southernmost: for tests
 * that need a known order and known positions.
 * @param options the southernmost's position, and the prefix of ids, for a fleet that the
 * shared dashboard has not seen
 */
export function standingFleet(
  count: number,
  properties: (index: number) => object = () => ({}),
  { at: { lat, lng } = STANDING_CENTRE, prefix = 'v' }: { at?: Position; prefix?: string } = {},
): Fleet {
  const rows = Array.from({ length: count }, (_, index) => {
    const { id, status, active_booking_id, ctime, mtime, ...facts }: Record<string, unknown> = {
      id: `${prefix}-${index + 1}`,
      status: 'available',
      type: 'taxi',
      make: `Make ${index + 1}`,
      ...properties(index),
    }
    return {
      id: String(id),
      status: String(status),
      activeBookingId: (active_booking_id as string | undefined) ?? null,
      position: { lat: lat + index * STEP_DEGREES, lng },
      ctimeMs: msOf(ctime),
      mtimeMs: msOf(mtime),
      facts,
    }
  })
  return createFileFleet(rows, 'standing', { moving: 0 })
}

const msOf = (time: unknown) => (time === undefined ? undefined : Date.parse(String(time)))

/**
 * Vehicles' own references with characters that mean something elsewhere, then `KB-1` to `KB-200`,
 * and one that a spreadsheet shortens.
 */
export const REFERENCES = [
  'depot/7',
  'a?b#c&d',
  '100% 🚕',
  ' two  spaces ',
  'سيارة 7',
  '=1+1',
  '../bookings/example',
  ...Array.from({ length: 200 }, (_, index) => `KB-${index + 1}`),
  '00123',
]

/** Position of the first of the `referencedFleet`. */
export const REFERENCED_CENTRE = { lat: 51.5, lng: -2.1 }

/** One vehicle for each of `REFERENCES`, `r-1` the first; those of `KB-…` have a driver. */
export function referencedFleet(): Fleet {
  const properties = (index: number) => {
    const our_ref = REFERENCES[index]
    return { our_ref, ...(our_ref?.startsWith('KB-') && { driver_name: 'Ada Lovelace' }) }
  }
  return standingFleet(REFERENCES.length, properties, { at: REFERENCED_CENTRE, prefix: 'r' })
}
