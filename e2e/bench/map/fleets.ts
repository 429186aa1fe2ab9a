import type { MapVehicles } from '@/components/map/types'
import { CENTRE, NOON_MS } from '@/e2e/bench/fleet'
import type { Position } from '@/lib/interface/resources'
import { createDemoFleet } from '@/lib/reference/demo/demo-fleet'
import { mapVehicles } from '@/lib/testing/map-vehicles'
import { vehicle } from '@/lib/testing/vehicles'

/** One list of vehicles. */
export interface MapFleet {
  readonly positions: readonly Position[]
  /** Indices whose position differs from the list before. */
  readonly moved: readonly number[]
  /** The same list as Kerbside's map takes it, made outside of the timing. */
  readonly vehicles: MapVehicles
}

/** Moves with every refresh: its position on the screen proves that the refresh is drawn. */
export const WITNESS = 0
const WITNESS_PIXELS = 50
/** Free of other vehicles around the centre, so that the witness is in no cluster. */
const FREE_PIXELS = 150
const MOVE_PIXELS = 4

/** The demo's vehicles, then two refreshes in which a tenth moves and two in which all do. */
export function createFleets(size: number, zoom: number): MapFleet[] {
  const pixelLng = 360 / (256 * 2 ** zoom)
  const pixelLat = pixelLng * Math.cos((CENTRE.lat * Math.PI) / 180)
  const demo = createDemoFleet({ centre: CENTRE, vehicles: size })
  const records = Array.from({ length: size }, (_, index) => demo.record(index, NOON_MS))
  let positions = records.map(({ position }, index): Position => {
    if (index === WITNESS) return { lat: CENTRE.lat, lng: CENTRE.lng - WITNESS_PIXELS * pixelLng }
    const north = position.lat - CENTRE.lat
    const east = position.lng - CENTRE.lng
    const outwards = 1 + FREE_PIXELS / Math.max(1, Math.hypot(east / pixelLng, north / pixelLat))
    return { lat: CENTRE.lat + north * outwards, lng: CENTRE.lng + east * outwards }
  })

  const toFleet = (moved: readonly number[]): MapFleet => {
    const listed = records.map(({ id, status }, index) =>
      vehicle(id, { status, position: positions[index] }),
    )
    const vehicles = mapVehicles(listed, {
      // Fresh, ageing and stale ones; every second one with an arrow.
      reportedAtMs: Float64Array.from(listed, (_, index) => NOON_MS - (index % 3) * 150_000),
      headings: Float32Array.from(listed, (_, index) => (index % 2 ? index % 360 : Number.NaN)),
      fetchedAtMs: NOON_MS,
      receivedAtMs: Date.now(),
    })
    return { positions, moved, vehicles }
  }

  const fleets = [toFleet([])]
  for (const movesOneOf of [10, 10, 1, 1]) {
    const moved: number[] = []
    positions = positions.map((before, index) => {
      if (index % movesOneOf !== WITNESS) return before
      moved.push(index)
      if (index === WITNESS) return { lat: before.lat, lng: 2 * CENTRE.lng - before.lng }
      const pixels = MOVE_PIXELS * ((index % 7) - 3.5)
      return { lat: before.lat + pixels * pixelLat, lng: before.lng + pixels * pixelLng }
    })
    fleets.push(toFleet(moved))
  }
  return fleets
}
