import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { createFileFleet } from '@/lib/reference/fleets/file-fleet'

export const CENTRE = { lat: 51.509865, lng: -0.118092 }
/** Metres around the centre that hold 10,000 vehicles of the demo. */
export const RADIUS_METRES = 60_000
export const NOON_MS = Date.UTC(2026, 0, 5, 12)

/** The vehicles of the demo, of which only a tenth has moved after five seconds. */
export function createBenchFleet(size: number) {
  const demo = createDemoFleet({ centre: CENTRE, vehicles: size })
  const rows = Array.from({ length: size }, (_, index) => ({
    ...demo.record(index, NOON_MS),
    activeBookingId: null,
  }))
  return createFileFleet(rows, 'bench', { moving: 0.5 })
}
