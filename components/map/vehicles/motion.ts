import { wayX } from '@/components/map/canvas/mercator'
import type { VehicleColumns } from './vehicle-columns'

/** Duration of the glide to a new position. */
export const GLIDE_MS = 900

// A longer step, as a share of the world (about 4 km), is drawn at once.
const LONGEST_GLIDE = 1e-4

type Positions = Pick<VehicleColumns, 'x' | 'y'> & {
  readonly vehicles: Pick<VehicleColumns['vehicles'], 'generations'>
}

/**
 * Positions of gliding vehicles, in Web Mercator shares of the world: a zoom during a glide changes nothing here.
 */
export class Motion {
  #x: Float64Array = new Float64Array(0)
  #y: Float64Array = new Float64Array(0)
  #fromX: Float64Array = new Float64Array(0)
  #fromY: Float64Array = new Float64Array(0)
  #generations: Uint32Array = new Uint32Array(0)
  #start = Number.NEGATIVE_INFINITY

  /** Replaces the columns; vehicles that stayed in their slots glide from where they are drawn now. */
  set({ x, y, vehicles: { generations } }: Positions, now: number, glides: boolean): void {
    const progress = this.progress(now)
    const fromX = x.slice()
    const fromY = y.slice()
    let moves = false
    for (let slot = 0; glides && slot < x.length; slot++) {
      if (generations[slot] === 0 || generations[slot] !== this.#generations[slot]) continue
      const wayToX = wayX(this.xAt(slot, progress), x[slot] as number)
      const wayToY = (y[slot] as number) - this.yAt(slot, progress)
      // Also false for an unknown position.
      const near = Math.abs(wayToX) < LONGEST_GLIDE && Math.abs(wayToY) < LONGEST_GLIDE
      if (!near || (wayToX === 0 && wayToY === 0)) continue
      fromX[slot] = (x[slot] as number) - wayToX
      fromY[slot] = (y[slot] as number) - wayToY
      moves = true
    }
    this.#generations = generations
    this.#x = x
    this.#y = y
    this.#fromX = fromX
    this.#fromY = fromY
    this.#start = moves ? now : Number.NEGATIVE_INFINITY
  }

  /** Progress of the glide, 0 to 1; 1 when nothing moves. */
  progress(now: number): number {
    return Math.min(1, (now - this.#start) / GLIDE_MS)
  }

  isMoving(slot: number): boolean {
    return this.#fromX[slot] !== this.#x[slot] || this.#fromY[slot] !== this.#y[slot]
  }

  /** May lie a little beyond 0 or 1 on a way across ±180°. */
  xAt(slot: number, progress: number): number {
    return between(this.#fromX[slot] as number, this.#x[slot] as number, progress)
  }

  yAt(slot: number, progress: number): number {
    return between(this.#fromY[slot] as number, this.#y[slot] as number, progress)
  }
}

function between(from: number, to: number, progress: number): number {
  return progress === 1 ? to : from + (to - from) * progress
}
