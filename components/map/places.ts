import type KDBush from 'kdbush'
import { wayX } from './mercator'
import { pick } from './pick'
import type { VehicleColumns } from './vehicle-columns'

/** A part of the world in Web Mercator shares; left and right may lie beyond 0 and 1, at most 1 apart. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The places of the drawn vehicles: through their tree, or by walking along them until it is built. */
export class Places {
  readonly #columns: Pick<VehicleColumns, 'x' | 'y' | 'drawn'>
  #tree: KDBush | null = null

  constructor(columns: Pick<VehicleColumns, 'x' | 'y' | 'drawn'>) {
    this.#columns = columns
  }

  /** @param tree of the drawn vehicles' places, in their order */
  use(tree: KDBush): void {
    this.#tree = tree
  }

  /** Indices of the vehicles in a box, in the order of the columns. */
  inBox({ left, right, top, bottom }: Box): Uint32Array {
    const { x, y, drawn } = this.#columns
    const width = right - left
    if (this.#tree) {
      const found =
        width >= 1 ? this.#tree.range(0, top, 1, bottom) : this.#acrossCopies(left, right, top, bottom)
      // Sorted, so that what overlaps does so in the same order whichever way it was found.
      const indices = new Uint32Array(found.length)
      for (let n = 0; n < found.length; n++) indices[n] = drawn[found[n] as number] as number
      return indices.sort()
    }
    return pick(drawn, (index) => {
      const fromLeft = (x[index] as number) - left
      const vehicleY = y[index] as number
      return vehicleY >= top && vehicleY <= bottom && fromLeft - Math.floor(fromLeft) <= width
    })
  }

  /** Indices of the vehicles within a radius, in shares of the world and no particular order. */
  around(centreX: number, centreY: number, radius: number): number[] {
    const { x, y, drawn } = this.#columns
    const found: number[] = []
    if (this.#tree) {
      for (const lap of [-1, 0, 1])
        for (const at of this.#tree.within(centreX + lap, centreY, radius)) found.push(drawn[at] as number)
      return found
    }
    for (const index of drawn) {
      const dx = wayX(centreX, x[index] as number)
      const dy = (y[index] as number) - centreY
      if (dx * dx + dy * dy <= radius * radius) found.push(index)
    }
    return found
  }

  #acrossCopies(left: number, right: number, top: number, bottom: number): number[] {
    const found: number[] = []
    for (let lap = Math.floor(left); lap <= Math.floor(right); lap++) {
      const part = this.#tree?.range(Math.max(0, left - lap), top, Math.min(1, right - lap), bottom) ?? []
      for (const at of part) found.push(at)
    }
    return found
  }
}
