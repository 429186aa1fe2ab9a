import {
  OFF_ROAD_METRES,
  type RoadAnswer,
  type RoadTimes,
  TIMED_MAXIMUM,
} from '@/lib/api/contract/roads'
import type { LocatedVehicle } from '@/lib/api/queries/roads'
import { minutesOf } from '@/lib/format/time/road-time'
import { distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { FITS_WANTED, locatedVehicles } from './pickup-ranking'
import type { RoadReading } from './road-times'

/** Vehicles of the first request; further ones are as large as can be. */
const FIRST = 500

/** From vehicle and pick-up to their roads, of which the times know nothing. */
const UNCOUNTED_METRES = 2 * OFF_ROAD_METRES

export interface Candidates {
  readonly point: Position
  /** Suitable vehicles, nearest by air first. */
  readonly slots: Uint32Array
  readonly records: VehicleTable['records']
}

/**
 * Asks for more while one that was not asked for could be among the best: at its
 * distance, by the fastest speed.
 */
export async function readRoadTimes(
  { point, slots, records }: Candidates,
  ask: (vehicles: readonly LocatedVehicle[]) => Promise<RoadTimes>,
): Promise<RoadReading> {
  const answers = new Map<string, { from: Position; answer: RoadAnswer }>()
  const seconds: number[] = []
  let isOffRoad = false
  for (let asked = 0; asked < slots.length; ) {
    const end = asked + (asked === 0 ? FIRST : TIMED_MAXIMUM)
    const batch = locatedVehicles(slots.subarray(asked, end), records)
    const { state, times, fastestKmh, ...rest } = await ask(batch)
    isOffRoad = rest.isOffRoad
    if (state !== 'ready') return { point, state, isOffRoad, answers }
    for (const [n, { id, position }] of batch.entries()) {
      const answer = times[n] ?? 'not-asked'
      answers.set(id, { from: position, answer })
      if (typeof answer === 'object') seconds.push(answer.seconds)
    }
    asked += batch.length
    seconds.sort((a, b) => a - b)
    const last = seconds[FITS_WANTED - 1]
    const [next] = locatedVehicles(slots.subarray(asked, asked + 1), records)
    if (fastestKmh === null || !next || isOffRoad) break
    const least = (distanceMetres(point, next.position) - UNCOUNTED_METRES) / (fastestKmh / 3.6)
    // In a minute that is shown, the nearest is the first.
    if (last !== undefined && minutesOf(least) > minutesOf(last)) break
  }
  return { point, state: 'ready', isOffRoad, answers }
}
