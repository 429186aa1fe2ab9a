import { NOWHERE, STEPS_PER_DEGREE, VehicleTable } from '@/lib/vehicles/vehicle-table'
import type { Places } from './clusters'

export const GLIDE_MS = 900

// A longer step, about 4 km, is drawn at once.
const LONGEST_GLIDE = 0.036 * STEPS_PER_DEGREE

const WORLD = 360 * STEPS_PER_DEGREE

interface Positions extends Places {
  readonly generation: VehicleTable['generation']
}

/** Positions of gliding vehicles, in steps: a zoom during a glide changes nothing here. */
export class Motion {
  #to: Positions = new VehicleTable()
  #fromLat = new Int32Array(0)
  #fromLng = new Int32Array(0)
  #start = Number.NEGATIVE_INFINITY

  /**
   * Replaces the positions; vehicles that stayed in their slots glide from
   * where they are drawn now.
   */
  set(to: Positions, now: number, glides: boolean): void {
    const { generation, lat, lng } = to
    const progress = this.progress(now)
    const fromLat = lat.slice()
    const fromLng = lng.slice()
    let moves = false
    for (let slot = 0; glides && slot < lat.length; slot++) {
      if (generation[slot] === 0 || generation[slot] !== this.#to.generation[slot]) continue
      const toLat = lat[slot] as number
      const toLng = lng[slot] as number
      if (toLat === NOWHERE || this.#to.lat[slot] === NOWHERE) continue
      const wayLat = toLat - this.latAt(slot, progress)
      const wayLng = shorterWay(toLng - this.lngAt(slot, progress))
      const isNear = Math.abs(wayLat) < LONGEST_GLIDE && Math.abs(wayLng) < LONGEST_GLIDE
      if (!isNear || (wayLat === 0 && wayLng === 0)) continue
      fromLat[slot] = toLat - wayLat
      fromLng[slot] = toLng - wayLng
      moves = true
    }
    this.#to = to
    this.#fromLat = fromLat
    this.#fromLng = fromLng
    this.#start = moves ? now : Number.NEGATIVE_INFINITY
  }

  /** Progress of the glide, 0 to 1; 1 when nothing moves. */
  progress(now: number): number {
    return Math.min(1, (now - this.#start) / GLIDE_MS)
  }

  isMoving(slot: number): boolean {
    return this.#fromLat[slot] !== this.#to.lat[slot] || this.#fromLng[slot] !== this.#to.lng[slot]
  }

  latAt(slot: number, progress: number): number {
    return between(this.#fromLat[slot] as number, this.#to.lat[slot] as number, progress)
  }

  /** May lie a little beyond ±180° on a way across it. */
  lngAt(slot: number, progress: number): number {
    return between(this.#fromLng[slot] as number, this.#to.lng[slot] as number, progress)
  }
}

const shorterWay = (steps: number) => steps - WORLD * Math.round(steps / WORLD)

function between(from: number, to: number, progress: number): number {
  return progress === 1 ? to : from + (to - from) * progress
}
