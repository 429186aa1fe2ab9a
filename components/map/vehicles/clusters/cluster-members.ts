import { filterIndices } from '@/components/map/vehicles/filter-indices'
import type { SpatialIndex } from '@/components/map/vehicles/index/spatial-index'
import type { Scene } from '@/components/map/vehicles/scene'
import type { VehicleColumns } from '@/components/map/vehicles/vehicle-columns'
import { type Cluster, cellsAcross, isInCell, UNCLUSTERED_ZOOM } from './clusters'

/** Slots of a cluster's vehicles. */
export function membersOf({ cell }: Cluster, { columns, selected }: Scene, index: SpatialIndex): Uint32Array {
  return filterIndices(index.inBox(cell), (slot) => slot !== selected && isInCell(columns, slot, cell))
}

/** Statuses of vehicles with their counts, most frequent first. */
export function countStatuses({ vehicles }: VehicleColumns, slots: Uint32Array): [string | null, number][] {
  const counts = new Map<string | null, number>()
  for (const slot of slots) {
    const status = vehicles.records[slot]?.status ?? null
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  return [...counts].sort((a, b) => b[1] - a[1] || ((a[0] ?? '') < (b[0] ?? '') ? -1 : 1))
}

/** The middle of the vehicles' extent, in Web Mercator shares of the world. */
export function middleOf({ x, y }: Pick<VehicleColumns, 'x' | 'y'>, slots: Uint32Array): [number, number] {
  return [middle(x, slots), middle(y, slots)]
}

/** The first zoom beyond `zoom` at which the vehicles are in several cells, or nothing is clustered. */
export function splitZoom(
  { x, y }: Pick<VehicleColumns, 'x' | 'y'>,
  slots: Uint32Array,
  zoom: number,
): number {
  const first = slots[0] ?? 0
  for (let closer = zoom + 1; closer < UNCLUSTERED_ZOOM; closer++) {
    const cells = cellsAcross(closer)
    const column = Math.floor((x[first] as number) * cells)
    const row = Math.floor((y[first] as number) * cells)
    for (const slot of slots) {
      if (Math.floor((x[slot] as number) * cells) !== column) return closer
      if (Math.floor((y[slot] as number) * cells) !== row) return closer
    }
  }
  return UNCLUSTERED_ZOOM
}

function middle(values: Float64Array, slots: Uint32Array): number {
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const slot of slots) {
    least = Math.min(least, values[slot] as number)
    most = Math.max(most, values[slot] as number)
  }
  return (least + most) / 2
}
