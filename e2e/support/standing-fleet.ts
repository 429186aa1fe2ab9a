import type { Fleet } from '@/lib/reference/fleets/fleet'
import { parseFleet } from '@/lib/reference/fleets/fleet-file'

/** Position of the southernmost vehicle, in degrees. */
export const STANDING_CENTRE = { lat: 51.5, lng: -0.1 }

// About 100 m north each.
const STEP_DEGREES = 0.0009

/**
 * Vehicles that never move, 100 m apart in a row to the north, `v-1` the southernmost: for tests that need a known
 * order and known positions.
 */
export function standingFleet(count: number, properties: (index: number) => object = () => ({})): Fleet {
  const features = Array.from({ length: count }, (_, index) => ({
    type: 'Feature',
    geometry: {
      type: 'Point',
      coordinates: [STANDING_CENTRE.lng, STANDING_CENTRE.lat + index * STEP_DEGREES],
    },
    properties: {
      id: `v-${index + 1}`,
      status: 'available',
      type: 'taxi',
      make: `Make ${index + 1}`,
      ...properties(index),
    },
  }))
  const text = JSON.stringify({ type: 'FeatureCollection', features })
  return parseFleet(text, 'standing.geojson', { moving: 0 }).fleet
}

/** Vehicles' own references with characters that mean something elsewhere, then `KB-1` to `KB-200`. */
export const REFERENCES = [
  'depot/7',
  'a?b#c&d',
  '100% 🚕',
  ' two  spaces ',
  'سيارة 7',
  '=1+1',
  '../bookings/example',
  ...Array.from({ length: 200 }, (_, index) => `KB-${index + 1}`),
]

/** One vehicle for each of `REFERENCES`; those of `KB-…` have a driver. */
export function referencedFleet(): Fleet {
  return standingFleet(REFERENCES.length, (index) => {
    const our_ref = REFERENCES[index]
    return { our_ref, ...(our_ref?.startsWith('KB-') && { driver_name: 'Ada Lovelace' }) }
  })
}
