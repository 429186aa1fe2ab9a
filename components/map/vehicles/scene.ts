import { type Viewport, visibleBox } from '@/components/map/canvas/viewport'
import {
  type Cluster,
  clusterVehicles,
  UNCLUSTERED_ZOOM,
  wholeCells,
} from '@/components/map/vehicles/clusters/clusters'
import type { SpatialIndex } from '@/components/map/vehicles/index/spatial-index'
import { SPRITE_RADIUS } from '@/components/map/vehicles/paint/sprites'
import { filterIndices } from './filter-indices'
import type { VehicleColumns } from './vehicle-columns'

/** The vehicles in a viewport, clustered or single. */
export interface Scene {
  readonly columns: VehicleColumns
  /** Slots of the vehicles that are not in a cluster, without the selected one. */
  readonly singles: Uint32Array
  readonly clusters: readonly Cluster[]
  /** Slot of the selected vehicle; null when it is not drawn. */
  readonly selected: number | null
  /** Slots of the numbered vehicles, the selected one included. */
  readonly numbered: readonly number[]
}

interface Choice {
  readonly selectedId: string | null
  readonly clustering: boolean
  /** Slots that are in no cluster. */
  readonly numbered?: readonly number[]
}

/** Clusters up to UNCLUSTERED_ZOOM. */
export function composeScene(
  columns: VehicleColumns,
  index: SpatialIndex,
  viewport: Viewport,
  { selectedId, clustering, numbered: wanted = [] }: Choice,
): Scene {
  const selected = drawnSlot(columns, selectedId)
  const numbered = wanted.filter((slot) => !Number.isNaN(columns.x[slot] as number))
  const box = visibleBox(viewport, SPRITE_RADIUS)
  if (!clustering || viewport.zoom >= UNCLUSTERED_ZOOM)
    return { columns, singles: without(index.inBox(box), selected), clusters: [], selected, numbered }
  const zoom = Math.floor(viewport.zoom)
  const cells = wholeCells(box, zoom)
  const slots = without(index.inBox(cells), selected)
  if (numbered.length === 0)
    return { columns, ...clusterVehicles(columns, slots, cells, zoom), selected, numbered }
  const crowd = filterIndices(slots, (slot) => !numbered.includes(slot))
  const { clusters, singles } = clusterVehicles(columns, crowd, cells, zoom)
  const all = new Uint32Array(singles.length + slots.length - crowd.length)
  all.set(singles)
  all.set(
    filterIndices(slots, (slot) => numbered.includes(slot)),
    singles.length,
  )
  return { columns, clusters, singles: all, selected, numbered }
}

function drawnSlot({ vehicles, drawn }: VehicleColumns, id: string | null): number | null {
  if (id === null) return null
  return drawn.find((slot) => vehicles.records[slot]?.id === id) ?? null
}

function without(slots: Uint32Array, one: number | null): Uint32Array {
  return one === null ? slots : filterIndices(slots, (slot) => slot !== one)
}
