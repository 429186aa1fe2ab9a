import type { MapVehicles } from '@/components/map/types'
import { SpatialIndex } from '@/components/map/vehicles/index/spatial-index'
import { TreeBuilder, type TreeWorker } from '@/components/map/vehicles/index/tree-builder'
import { Motion } from './motion'
import { ageNumbers, makeColumns, noColumns, standAlike, type VehicleColumns } from './vehicle-columns'

// Fewer are found by walking along them before a worker has answered.
const FEWEST_WITH_TREE = 2_000

/** The vehicles as numbers, with everything that follows from them: their ages, their ways, their index. */
export class VehicleModel {
  readonly motion = new Motion()
  readonly #trees: TreeBuilder
  #columns = noColumns
  #ages: Uint8Array = new Uint8Array(0)
  #places = new SpatialIndex(noColumns)

  constructor(startWorker: () => TreeWorker) {
    this.#trees = new TreeBuilder(startWorker)
  }

  get columns(): VehicleColumns {
    return this.#columns
  }

  get ages(): Uint8Array {
    return this.#ages
  }

  get places(): SpatialIndex {
    return this.#places
  }

  /**
   * @param atMs of `performance.now()`, for the glide
   * @param nowMs this browser's clock, for the ages
   */
  set(vehicles: MapVehicles, atMs: number, nowMs: number, glides: boolean): void {
    const columns = makeColumns(this.#columns, vehicles)
    this.motion.set(columns, atMs, glides)
    // An index of the same places at the same indices serves on.
    if (!standAlike(this.#columns, columns)) this.#index(columns)
    this.#columns = columns
    this.#ages = ageNumbers(vehicles, nowMs)
  }

  /** @returns whether any vehicle has come to another step of age */
  grow(nowMs: number): boolean {
    const ages = ageNumbers(this.#columns.vehicles, nowMs)
    if (ages.every((age, index) => age === this.#ages[index])) return false
    this.#ages = ages
    return true
  }

  stop(): void {
    this.#trees.stop()
  }

  #index(columns: VehicleColumns): void {
    const places = new SpatialIndex(columns)
    this.#places = places
    if (columns.drawn.length < FEWEST_WITH_TREE) {
      this.#trees.drop()
      return
    }
    this.#trees.build(taken(columns.x, columns.drawn), taken(columns.y, columns.drawn), (tree) =>
      places.use(tree),
    )
  }
}

/** The values at some indices, in their order. */
function taken(values: Float64Array, indices: Uint32Array): Float64Array {
  const some = new Float64Array(indices.length)
  for (let at = 0; at < some.length; at++) some[at] = values[indices[at] as number] as number
  return some
}
