import type KDBush from 'kdbush'
import { wayX } from '@/components/map/canvas/mercator'
import { filterIndices } from '@/components/map/vehicles/filter-indices'
import type { VehicleColumns } from '@/components/map/vehicles/vehicle-columns'

/** A part of the world in Web Mercator shares; left and right may lie beyond 0 and 1, at most 1 apart. */
export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

const SAMPLE = 64

/** The places of the drawn vehicles: through their tree, or by walking along them until it is built. */
export class SpatialIndex {
  readonly #columns: Pick<VehicleColumns, 'x' | 'y' | 'drawn'>
  #tree: KDBush | null = null

  constructor(columns: Pick<VehicleColumns, 'x' | 'y' | 'drawn'>) {
    this.#columns = columns
  }

  /** @param tree of the drawn vehicles' places, in their order */
  use(tree: KDBush): void {
    this.#tree = tree
  }

  /** Indices of the vehicles in a box, in the order in which they are drawn, whichever way they were found. */
  inBox(box: Box): Uint32Array {
    const { drawn } = this.#columns
    if (!this.#tree || this.#holdsMany(box)) return filterIndices(drawn, (index) => this.#isIn(box, index))
    const found = new Uint32Array(this.#search(this.#tree, box)).sort()
    // What stands on the edge of a box as wide as the world is found twice.
    return filterIndices(found, (at, n) => at !== found[n - 1]).map((at) => drawn[at] as number)
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

  #search(tree: KDBush, { left, right, top, bottom }: Box): number[] {
    const found: number[] = []
    for (let lap = Math.floor(left); lap <= Math.floor(right); lap++)
      for (const at of tree.range(Math.max(0, left - lap), top, Math.min(1, right - lap), bottom))
        found.push(at)
    return found
  }

  #isIn({ left, right, top, bottom }: Box, index: number): boolean {
    const y = this.#columns.y[index] as number
    const fromLeft = (this.#columns.x[index] as number) - left
    return y >= top && y <= bottom && fromLeft - Math.floor(fromLeft) <= right - left
  }

  /** Whether so much lies in a box that walking is quicker than searching; told from a sample. */
  #holdsMany(box: Box): boolean {
    const { drawn } = this.#columns
    let inside = 0
    for (let n = 0; n < SAMPLE; n++)
      if (this.#isIn(box, drawn[Math.floor((n * drawn.length) / SAMPLE)] as number)) inside++
    return inside > SAMPLE / 8
  }
}
