import { positionAt, worldX, worldY } from '@/components/map/mercator'
import {
  type Box,
  type Projection,
  pixelX,
  pixelY,
  stepsX,
  stepsY,
  type Viewport,
  visibleBox,
} from '@/components/map/projection'
import type { DepartedOnMap, Emphasis, MapVehicles } from '@/components/map/types'
import type { Position } from '@/lib/interface/resources'
import { NOWHERE, STEPS_PER_DEGREE } from '@/lib/vehicles/vehicle-table'
import {
  type Cluster,
  clusterVehicles,
  type Places,
  UNCLUSTERED_ZOOM,
  wholeCells,
} from './clusters'
import type { MarkColours } from './mark-colours'
import type { Motion } from './motion'
import { SPRITE_RADIUS } from './sprites'

/**
 * More vehicles than this on the canvas are always clustered: they would hide each other,
 * and the map would stutter.
 */
export const MOST_SINGLE = 2_000

/**
 * More than this is not painted in every frame of a glide; a cluster costs as
 * much as several vehicles.
 */
const MOST_EACH_FRAME = 1_500
const CLUSTER_COST = 8

export interface Scene {
  readonly vehicles: MapVehicles
  /** Slots of the vehicles that are not in a cluster, without the selected one. */
  readonly singles: Uint32Array
  readonly clusters: readonly Cluster[]
  /** They are too many to be drawn one by one, as was asked. */
  readonly isCrowded: boolean
  /** Slot of the selected vehicle; null when it is not drawn. */
  readonly selected: number | null
  /** Slots of the numbered vehicles, the selected one included. */
  readonly numbered: readonly number[]
  /** Slots of the vehicles with a star, the selected one included. */
  readonly starred: readonly number[]
}

/**
 * Clusters if asked to, up to UNCLUSTERED_ZOOM, and wherever there are more
 * than MOST_SINGLE vehicles.
 */
export function composeScene(
  { vehicles, selectedId, clustering, emphasis }: Omit<Shown, 'departed' | 'trail' | 'labels'>,
  viewport: Viewport,
): Scene {
  const { lat } = vehicles.table
  const isPlaced = (slot: number) => lat[slot] !== NOWHERE
  const selected = selectedId === null ? null : slotOf(vehicles, selectedId)
  const numbered = (emphasis?.numbered ?? []).filter(isPlaced)
  const starred = (vehicles.starred ?? []).filter(isPlaced)
  const marked = { vehicles, selected, numbered, starred }
  const box = visibleBox(viewport, SPRITE_RADIUS)

  const clusters = clustering && viewport.zoom < UNCLUSTERED_ZOOM
  const inView = clusters ? null : slotsIn(vehicles, box)
  if (inView && inView.length <= MOST_SINGLE) {
    const singles = withoutSlot(inView, selected)
    return { ...marked, singles, clusters: [], isCrowded: false }
  }

  const zoom = Math.floor(viewport.zoom)
  const cells = wholeCells(box, zoom)
  const slots = withoutSlot(slotsIn(vehicles, cells), selected)
  const keptSingle = new Set([...numbered, ...starred])
  const crowd = keptSingle.size > 0 ? slots.filter((slot) => !keptSingle.has(slot)) : slots
  const apart = keptSingle.size > 0 ? slots.filter((slot) => keptSingle.has(slot)) : []
  const clustered = clusterVehicles(vehicles.table, crowd, cells, zoom)
  const singles = Uint32Array.from([...clustered.singles, ...apart])
  return { ...marked, singles, clusters: clustered.clusters, isCrowded: !clusters }
}

function withoutSlot(slots: Uint32Array, left: number | null): Uint32Array {
  return left === null ? slots : slots.filter((slot) => slot !== left)
}

const WORLD = 360 * STEPS_PER_DEGREE
// Where vehicles from beyond the map are drawn: a hair inside its edges.
const NORTH_END = worldY(90)
const SOUTH_END = worldY(-90)

/**
 * Slots of the shown vehicles in a box, or up to two steps beside it, on any copy of
 * the world, in drawing order.
 */
export function slotsIn(
  { table: { lat, lng }, shown }: { readonly table: Places; readonly shown: Uint32Array },
  { left, right, top, bottom }: Box,
): Uint32Array {
  const steps = (y: number) => Math.round(positionAt(0, y).lat * STEPS_PER_DEGREE)
  const north = top <= NORTH_END ? Number.POSITIVE_INFINITY : steps(top) + 1
  const south = bottom >= SOUTH_END ? NOWHERE + 1 : steps(bottom) - 1
  const west = Math.round((left - 0.5) * WORLD) - 1
  const across = Math.round((right - 0.5) * WORLD) + 1 - west
  const picked = new Uint32Array(shown.length)
  let count = 0
  for (const slot of shown) {
    const y = lat[slot] as number
    const x = (lng[slot] as number) - west
    if (y >= south && y <= north && x - Math.floor(x / WORLD) * WORLD <= across)
      picked[count++] = slot
  }
  return picked.subarray(0, count)
}

function slotOf({ table, shown }: MapVehicles, id: string): number | null {
  const slot = table.slotOf(id)
  return slot >= 0 && table.lat[slot] !== NOWHERE && shown.includes(slot) ? slot : null
}

export interface LabelLook {
  readonly colour: string
  readonly halo: string
  /** CSS pixels; grows with the text size of the page. */
  readonly fontPixels: number
}

export interface LabelSource {
  /** The name of the vehicle in a slot; null without one. */
  readonly textOf: (slot: number) => string | null
  /** Slots of the vehicles that get labels before the others. */
  readonly first: ReadonlySet<number>
  readonly look: LabelLook
}

export interface Shown {
  readonly vehicles: MapVehicles
  readonly departed: readonly DepartedOnMap[]
  /** Positions of the selected vehicle, oldest first. */
  readonly trail: readonly Position[]
  /** Of a vehicle, departed or not, drawn above the others. */
  readonly selectedId: string | null
  /**
   * Groups nearby vehicles up to UNCLUSTERED_ZOOM; more than MOST_SINGLE in
   * view are grouped in any case.
   */
  readonly clustering: boolean
  readonly emphasis: Emphasis | null
  /** Null: no labels. */
  readonly labels: LabelSource | null
}

export interface RenderState extends Omit<Shown, 'vehicles' | 'clustering'> {
  readonly scene: Scene
  /** When it is painted, on this browser's clock: vehicles fade with time. */
  readonly nowMs: number
  readonly motion: Motion
  readonly colours: MarkColours
}

/** Whether a visible vehicle moves, among few enough to be painted in every frame. */
export function glides({ scene: { singles, clusters, selected }, motion }: RenderState): boolean {
  if (singles.length + clusters.length * CLUSTER_COST > MOST_EACH_FRAME) return false
  return (
    (selected !== null && motion.isMoving(selected)) ||
    singles.some((slot) => motion.isMoving(slot))
  )
}

/** CSS pixels of a vehicle where it is, or glides to. */
export function pixelOf(
  { table: { lat, lng } }: MapVehicles,
  slot: number,
  projection: Projection,
): [number, number] {
  return [
    pixelX(stepsX(lng[slot] as number), projection),
    pixelY(stepsY(lat[slot] as number), projection),
  ]
}

/** CSS pixels of a position. */
export function pixelAt({ lat, lng }: Position, projection: Projection): [number, number] {
  return [pixelX(worldX(lng), projection), pixelY(worldY(lat), projection)]
}

/** CSS pixels of a vehicle during its glide. */
export function drawnAt(
  { motion }: RenderState,
  slot: number,
  projection: Projection,
  progress: number,
): [number, number] {
  return [
    pixelX(stepsX(motion.lngAt(slot, progress)), projection),
    pixelY(stepsY(motion.latAt(slot, progress)), projection),
  ]
}
