import { createFileFleet } from '@/lib/reference/fleets/file-fleet'
import type { Fleet } from '@/lib/reference/fleets/fleet'
import { METRES_PER_DEGREE, type Position, toRadians } from '@/lib/reference/geo'
import { unit } from '@/lib/reference/hash'

/**
 * Vehicles of which a tenth moves, spread evenly over a square.
 * @param spreadMetres half the side of the square
 */
export function createSpreadFleet(
  size: number,
  { lat, lng }: Position,
  spreadMetres: number,
): Fleet {
  const degrees = (index: number, axis: number) =>
    ((unit(1, index, axis) * 2 - 1) * spreadMetres) / METRES_PER_DEGREE
  const rows = Array.from({ length: size }, (_, index) => ({
    id: `v-${index}`,
    status: 'available',
    activeBookingId: null,
    position: {
      lat: lat + degrees(index, 0),
      lng: lng + degrees(index, 1) / Math.cos(toRadians(lat)),
    },
    ctimeMs: undefined,
    mtimeMs: undefined,
    facts: { type: 'taxi', make: `Make ${index % 50}`, passengers_max: 4 },
  }))
  // Of those that make trips, a fifth is under way at a time.
  return createFileFleet(rows, 'bench', { moving: 0.5 })
}
