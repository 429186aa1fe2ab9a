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
}

/** Clusters up to UNCLUSTERED_ZOOM. */
export function composeScene(
  columns: VehicleColumns,
  index: SpatialIndex,
  viewport: Viewport,
  { selectedId, clustering }: { readonly selectedId: string | null; readonly clustering: boolean },
): Scene {
  const selected = drawnSlot(columns, selectedId)
  const box = visibleBox(viewport, SPRITE_RADIUS)
  if (!clustering || viewport.zoom >= UNCLUSTERED_ZOOM)
    return { columns, singles: without(index.inBox(box), selected), clusters: [], selected }
  const zoom = Math.floor(viewport.zoom)
  const cells = wholeCells(box, zoom)
  const slots = without(index.inBox(cells), selected)
  return { columns, ...clusterVehicles(columns, slots, cells, zoom), selected }
}

function drawnSlot({ vehicles, drawn }: VehicleColumns, id: string | null): number | null {
  if (id === null) return null
  return drawn.find((slot) => vehicles.records[slot]?.id === id) ?? null
}

function without(slots: Uint32Array, one: number | null): Uint32Array {
  return one === null ? slots : filterIndices(slots, (slot) => slot !== one)
}
