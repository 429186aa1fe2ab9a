import type { Fleet } from '@/lib/reference/fleets/fleet'
import { parseFleet } from '@/lib/reference/fleets/fleet-file'

/** Where the standing fleet stands, in degrees. */
export const STANDING_CENTRE = { lat: 51.5, lng: -0.1 }

// About 100 m north each.
const STEP_DEGREES = 0.0009

/**
 * Vehicles that never move, a hundred metres apart in a row to the north, `v-1` the southernmost: for stories that
 * need to know what comes first and where on the map to click.
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
