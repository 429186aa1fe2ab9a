import { wayX } from '@/components/map/canvas/mercator'
import type { VehicleColumns } from './vehicle-columns'

/** How long a vehicle takes to glide to where a refresh found it. */
export const GLIDE_MS = 900

// A step longer than this share of the world (about 4 km) is a new place, not a movement.
const LONGEST_GLIDE = 1e-4

type Places = Pick<VehicleColumns, 'x' | 'y' | 'before'>

/**
 * Where vehicles are seen on their way, in Web Mercator shares of the world.
 * Knows nothing of pixels, so that a zoom in the middle of a glide changes nothing here.
 */
export class Motion {
  #x: Float64Array = new Float64Array(0)
  #y: Float64Array = new Float64Array(0)
  #fromX: Float64Array = new Float64Array(0)
  #fromY: Float64Array = new Float64Array(0)
  #start = Number.NEGATIVE_INFINITY

  /** Takes over new columns; vehicles known before glide from where they are seen now. */
  set({ x, y, before }: Places, now: number, glides: boolean): void {
    const progress = this.progress(now)
    const fromX = x.slice()
    const fromY = y.slice()
    let moves = false
    for (let index = 0; glides && index < x.length; index++) {
      const match = before[index] as number
      if (match < 0) continue
      const wayToX = wayX(this.xAt(match, progress), x[index] as number)
      const wayToY = (y[index] as number) - this.yAt(match, progress)
      // Also false where either place is unknown.
      const near = Math.abs(wayToX) < LONGEST_GLIDE && Math.abs(wayToY) < LONGEST_GLIDE
      if (!near || (wayToX === 0 && wayToY === 0)) continue
      fromX[index] = (x[index] as number) - wayToX
      fromY[index] = (y[index] as number) - wayToY
      moves = true
    }
    this.#x = x
    this.#y = y
    this.#fromX = fromX
    this.#fromY = fromY
    this.#start = moves ? now : Number.NEGATIVE_INFINITY
  }

  /** How far the glide has come, 0 to 1; 1 when nothing moves. */
  progress(now: number): number {
    return Math.min(1, (now - this.#start) / GLIDE_MS)
  }

  isMoving(index: number): boolean {
    return this.#fromX[index] !== this.#x[index] || this.#fromY[index] !== this.#y[index]
  }

  /** May lie a little beyond 0 or 1 on a way across ±180°. */
  xAt(index: number, progress: number): number {
    return between(this.#fromX[index] as number, this.#x[index] as number, progress)
  }

  yAt(index: number, progress: number): number {
    return between(this.#fromY[index] as number, this.#y[index] as number, progress)
  }
}

function between(from: number, to: number, progress: number): number {
  return progress === 1 ? to : from + (to - from) * progress
}
