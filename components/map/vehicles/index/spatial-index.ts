import type KDBush from 'kdbush'
import { wayX } from '@/components/map/canvas/mercator'
import type { Box } from '@/components/map/canvas/viewport'
import { filterIndices } from '@/components/map/vehicles/filter-indices'
import type { VehicleColumns } from '@/components/map/vehicles/vehicle-columns'

const SAMPLE = 64

/** Finds drawn vehicles by position: through a tree, or by a linear scan until that is built. */
export class SpatialIndex {
  readonly #columns: Pick<VehicleColumns, 'x' | 'y' | 'drawn'>
  #tree: KDBush | null = null

  constructor(columns: Pick<VehicleColumns, 'x' | 'y' | 'drawn'>) {
    this.#columns = columns
  }

  /** @param tree of the drawn vehicles' positions, in their order */
  use(tree: KDBush): void {
    this.#tree = tree
  }

  /** Slots of the vehicles in a box, in drawing order. */
  inBox(box: Box): Uint32Array {
    const { drawn } = this.#columns
    if (!this.#tree || this.#holdsMany(box)) return filterIndices(drawn, (slot) => this.#isIn(box, slot))
    const found = new Uint32Array(this.#search(this.#tree, box)).sort()
    // A vehicle on the edge of a box as wide as the world is found twice.
    return filterIndices(found, (at, n) => at !== found[n - 1]).map((at) => drawn[at] as number)
  }

  /** Slots of the vehicles within a radius in shares of the world, in no particular order. */
  around(centreX: number, centreY: number, radius: number): number[] {
    const { x, y, drawn } = this.#columns
    const found: number[] = []
    if (this.#tree) {
      for (const lap of [-1, 0, 1])
        for (const at of this.#tree.within(centreX + lap, centreY, radius)) found.push(drawn[at] as number)
      return found
    }
    for (const slot of drawn) {
      const dx = wayX(centreX, x[slot] as number)
      const dy = (y[slot] as number) - centreY
      if (dx * dx + dy * dy <= radius * radius) found.push(slot)
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

  #isIn({ left, right, top, bottom }: Box, slot: number): boolean {
    const y = this.#columns.y[slot] as number
    const fromLeft = (this.#columns.x[slot] as number) - left
    return y >= top && y <= bottom && fromLeft - Math.floor(fromLeft) <= right - left
  }

  /** Whether a scan is faster than the tree, because a box holds many vehicles; estimated from a sample. */
  #holdsMany(box: Box): boolean {
    const { drawn } = this.#columns
    let inside = 0
    for (let n = 0; n < SAMPLE; n++)
      if (this.#isIn(box, drawn[Math.floor((n * drawn.length) / SAMPLE)] as number)) inside++
    return inside > SAMPLE / 8
  }
}
