import { filterIndices } from '@/components/map/vehicles/filter-indices'
import type { SpatialIndex } from '@/components/map/vehicles/index/spatial-index'
import type { Scene } from '@/components/map/vehicles/scene'
import type { VehicleColumns } from '@/components/map/vehicles/vehicle-columns'
import { type Cluster, cellsAcross, isInCell, UNCLUSTERED_ZOOM } from './clusters'

/** Indices of the vehicles that a cluster stands for. */
export function membersOf(
  { cell }: Cluster,
  { columns, selected }: Scene,
  places: SpatialIndex,
): Uint32Array {
  return filterIndices(places.inBox(cell), (index) => index !== selected && isInCell(columns, index, cell))
}

/** Each status among vehicles with its count, most frequent first; null for none. */
export function countStatuses({ vehicles }: VehicleColumns, indices: Uint32Array): [string | null, number][] {
  const counts = new Map<string | null, number>()
  for (const index of indices) {
    const status = vehicles.records[index]?.status ?? null
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
}

/** The middle of the vehicles' extent, in Web Mercator shares of the world. */
export function middleOf({ x, y }: Pick<VehicleColumns, 'x' | 'y'>, indices: Uint32Array): [number, number] {
  return [middle(x, indices), middle(y, indices)]
}

/** The nearest zoom at which the vehicles no longer share one cell, or at which none are clustered. */
export function splitZoom(
  { x, y }: Pick<VehicleColumns, 'x' | 'y'>,
  indices: Uint32Array,
  zoom: number,
): number {
  const first = indices[0] ?? 0
  for (let closer = zoom + 1; closer < UNCLUSTERED_ZOOM; closer++) {
    const cells = cellsAcross(closer)
    const column = Math.floor((x[first] as number) * cells)
    const row = Math.floor((y[first] as number) * cells)
    for (const index of indices) {
      if (Math.floor((x[index] as number) * cells) !== column) return closer
      if (Math.floor((y[index] as number) * cells) !== row) return closer
    }
  }
  return UNCLUSTERED_ZOOM
}

function middle(values: Float64Array, indices: Uint32Array): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const index of indices) {
    least = Math.min(least, values[index] as number)
    most = Math.max(most, values[index] as number)
  }
  return (least + most) / 2
}
