import type { MapVehicles } from '@/components/map/types'
import { SpatialIndex } from '@/components/map/vehicles/index/spatial-index'
import { TreeBuilder, type TreeWorker } from '@/components/map/vehicles/index/tree-builder'
import { Motion } from './motion'
import { ageNumbers, haveSamePositions, makeColumns, noColumns, type VehicleColumns } from './vehicle-columns'

// Fewer are found by a linear scan before a worker answers.
const FEWEST_WITH_TREE = 2_000

/** The vehicles as numbers, with everything derived from them: ages, motion, spatial index. */
export class VehicleModel {
  readonly motion = new Motion()
  readonly #trees: TreeBuilder
  #columns = noColumns
  #ages: Uint8Array = new Uint8Array(0)
  #index = new SpatialIndex(noColumns)

  constructor(startWorker: () => TreeWorker) {
    this.#trees = new TreeBuilder(startWorker)
  }

  get columns(): VehicleColumns {
    return this.#columns
  }

  get ages(): Uint8Array {
    return this.#ages
  }

  get index(): SpatialIndex {
    return this.#index
  }

  /**
   * @param atMs of `performance.now()`, for the glide
   * @param nowMs this browser's clock, for the ages
   */
  set(vehicles: MapVehicles, atMs: number, nowMs: number, glides: boolean): void {
    const columns = makeColumns(this.#columns, vehicles)
    this.motion.set(columns, atMs, glides)
    if (!haveSamePositions(this.#columns, columns)) this.#buildIndex(columns)
    this.#columns = columns
    this.#ages = ageNumbers(vehicles, nowMs)
  }

  /** @returns whether any vehicle reached another step of age */
  updateAges(nowMs: number): boolean {
    const ages = ageNumbers(this.#columns.vehicles, nowMs)
    if (ages.every((age, slot) => age === this.#ages[slot])) return false
    this.#ages = ages
    return true
  }

  stop(): void {
    this.#trees.stop()
  }

  #buildIndex(columns: VehicleColumns): void {
    const index = new SpatialIndex(columns)
    this.#index = index
    if (columns.drawn.length < FEWEST_WITH_TREE) {
      this.#trees.drop()
      return
    }
    const { x, y, drawn } = columns
    this.#trees.build(valuesAt(x, drawn), valuesAt(y, drawn), (tree) => index.use(tree))
  }
}

/** The values at some indices, in their order. */
function valuesAt(values: Float64Array, indices: Uint32Array): Float64Array {
  const some = new Float64Array(indices.length)
  for (let at = 0; at < some.length; at++) some[at] = values[indices[at] as number] as number
  return some
}
