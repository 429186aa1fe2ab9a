import { boxShown, type Projection } from '@/components/map/canvas/projection'
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

/** What is seen of the vehicles from one place on the map. */
export interface Scene {
  readonly columns: VehicleColumns
  /** Indices of the vehicles drawn each on their own; the selected one is drawn besides. */
  readonly singles: Uint32Array
  readonly clusters: readonly Cluster[]
  /** Index of the selected vehicle; null when it is not drawn. */
  readonly selected: number | null
}

export interface Sight {
  readonly projection: Projection
  readonly zoom: number
  /** CSS pixels. */
  readonly width: number
  readonly height: number
}

/** Picks what a sight shows, as clusters where that is wanted and the map is not close enough to do without. */
export function composeScene(
  columns: VehicleColumns,
  places: SpatialIndex,
  { projection, zoom, width, height }: Sight,
  { selectedId, clustering }: { readonly selectedId: string | null; readonly clustering: boolean },
): Scene {
  const selected = drawnIndex(columns, selectedId)
  const box = boxShown(projection, width, height, SPRITE_RADIUS)
  if (!clustering || zoom >= UNCLUSTERED_ZOOM)
    return { columns, singles: without(places.inBox(box), selected), clusters: [], selected }
  const cells = wholeCells(box, Math.floor(zoom))
  const indices = without(places.inBox(cells), selected)
  return { columns, ...clusterVehicles(columns, indices, cells, Math.floor(zoom)), selected }
}

/** Where a vehicle stands in the columns; null when it is not known or not drawn. */
function drawnIndex({ vehicles, drawn }: VehicleColumns, id: string | null): number | null {
  if (id === null) return null
  return drawn.find((index) => vehicles.records[index]?.id === id) ?? null
}

function without(indices: Uint32Array, index: number | null): Uint32Array {
  return index === null ? indices : filterIndices(indices, (one) => one !== index)
}
