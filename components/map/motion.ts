import type { Position } from '@/lib/schema/resources'
import { worldX, worldY } from './mercator'

/** How long a vehicle takes to glide to where a refresh found it. */
export const GLIDE_MS = 900

// A step longer than this share of the world (about 4 km) is a new place, not a movement.
const LONGEST_GLIDE = 1e-4

/**
 * Where vehicles stand and how they get there, in Web Mercator shares of the world.
 * Knows nothing of pixels, so that a zoom in the middle of a glide changes nothing here.
 */
export class Motion {
  #indexById = new Map<string, number>()
  #x = new Float64Array(0)
  #y = new Float64Array(0)
  #fromX = new Float64Array(0)
  #fromY = new Float64Array(0)
  #start = Number.NEGATIVE_INFINITY

  /** Takes over a new list; those known before glide from where they are seen now. */
  set(
    vehicles: readonly { readonly id: string; readonly position: Position }[],
    now: number,
    glides: boolean,
  ): void {
    const progress = this.progress(now)
    const size = vehicles.length
    const x = new Float64Array(size)
    const y = new Float64Array(size)
    const fromX = new Float64Array(size)
    const fromY = new Float64Array(size)
    const indexById = new Map<string, number>()
    let moves = false
    vehicles.forEach(({ id, position }, index) => {
      const toX = worldX(position.lng)
      const toY = worldY(position.lat)
      const before = glides ? this.#indexById.get(id) : undefined
      const seenX = before === undefined ? toX : this.xAt(before, progress)
      const seenY = before === undefined ? toY : this.yAt(before, progress)
      const near = Math.hypot(toX - seenX, toY - seenY) < LONGEST_GLIDE
      x[index] = toX
      y[index] = toY
      fromX[index] = near ? seenX : toX
      fromY[index] = near ? seenY : toY
      moves ||= near && (seenX !== toX || seenY !== toY)
      indexById.set(id, index)
    })
    this.#indexById = indexById
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

  xAt(index: number, progress: number): number {
    return between(this.#fromX[index] as number, this.#x[index] as number, progress)
  }

  yAt(index: number, progress: number): number {
    return between(this.#fromY[index] as number, this.#y[index] as number, progress)
  }
}

function between(from: number, to: number, progress: number): number {
  return from + (to - from) * progress
}
