import { bearingDegrees, distanceMetres } from '@/lib/interface/geometry'
import type { Position } from '@/lib/interface/resources'
import { NOWHERE, STEPS_PER_DEGREE } from '@/lib/vehicles/vehicle-table'
import { TRAIL_POINTS } from './live-area'

/** A receiver standing still wanders by some metres: nearer than this is no move and turns no vehicle. */
const JITTER_METRES = 5

/** The last TRAIL_POINTS positions of vehicles, each a move from the one before. */
export class Trails {
  /** Latitude and longitude in steps, alternating; the oldest position first. */
  readonly #byId = new Map<string, number[]>()

  /** Adds a position in steps if it is a move. @returns the heading; NaN for a vehicle that has not moved */
  move(id: string, lat: number, lng: number): number {
    const trail = this.#byId.get(id)
    if (!trail) {
      if (lat !== NOWHERE) this.#byId.set(id, [lat, lng])
      return Number.NaN
    }
    const isMove =
      lat !== NOWHERE && distanceMetres(positionAt(trail, -2), toPosition(lat, lng)) >= JITTER_METRES
    if (isMove && trail.push(lat, lng) > TRAIL_POINTS * 2) trail.splice(0, 2)
    return trail.length > 2 ? bearingDegrees(positionAt(trail, -4), positionAt(trail, -2)) : Number.NaN
  }

  /** Oldest first; one position of a vehicle that has not moved. */
  of(id: string): Position[] {
    const trail = this.#byId.get(id) ?? []
    return Array.from({ length: trail.length / 2 }, (_, at) => positionAt(trail, at * 2))
  }

  forget(id: string): void {
    this.#byId.delete(id)
  }
}

const positionAt = (trail: readonly number[], at: number): Position =>
  toPosition(trail.at(at) as number, trail.at(at + 1) as number)

const toPosition = (lat: number, lng: number): Position => ({
  lat: lat / STEPS_PER_DEGREE,
  lng: lng / STEPS_PER_DEGREE,
})
