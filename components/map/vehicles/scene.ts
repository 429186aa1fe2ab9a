import { worldX, worldY } from '@/components/map/canvas/mercator'
import {
  type Box,
  type Projection,
  pixelX,
  pixelY,
  type Viewport,
  visibleBox,
} from '@/components/map/canvas/viewport'
import type { OutlinedVehicle } from '@/components/map/types'
import { STATUS_STYLES, statusStyle } from '@/lib/format/status/status-style'
import type { Position } from '@/lib/interface/resources'
import { type Cluster, clusterVehicles, UNCLUSTERED_ZOOM, wholeCells } from './clusters'
import type { LabelSource } from './label-texts'
import type { Motion } from './motion'
import { DIMMED, SPRITE_RADIUS, spriteNumber } from './sprites'
import { filterIndices, type VehicleColumns } from './vehicle-columns'

/** More vehicles than this on the canvas are always clustered: they would hide each other, and the map would stutter. */
export const MOST_SINGLE = 2_000

/** More than this is not painted in every frame of a glide; a cluster costs as much as several vehicles. */
const MOST_EACH_FRAME = 1_500
const CLUSTER_COST = 8

/** The vehicles in a viewport, clustered or single. */
export interface Scene {
  readonly columns: VehicleColumns
  /** Slots of the vehicles that are not in a cluster, without the selected one. */
  readonly singles: Uint32Array
  readonly clusters: readonly Cluster[]
  /** They are too many to be drawn one by one, as was asked. */
  readonly isCrowded: boolean
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

/** Clusters if asked to, up to UNCLUSTERED_ZOOM, and wherever there are more than MOST_SINGLE vehicles. */
export function composeScene(
  columns: VehicleColumns,
  viewport: Viewport,
  { selectedId, clustering, numbered: wanted = [] }: Choice,
): Scene {
  const selected = drawnSlot(columns, selectedId)
  const numbered = wanted.filter((slot) => !Number.isNaN(columns.x[slot] as number))
  const box = visibleBox(viewport, SPRITE_RADIUS)
  const without = (slots: Uint32Array) =>
    selected === null ? slots : filterIndices(slots, (slot) => slot !== selected)
  const isAsked = clustering && viewport.zoom < UNCLUSTERED_ZOOM
  if (!isAsked) {
    const inView = slotsIn(columns, box)
    if (inView.length <= MOST_SINGLE)
      return { columns, singles: without(inView), clusters: [], isCrowded: false, selected, numbered }
  }
  const zoom = Math.floor(viewport.zoom)
  const cells = wholeCells(box, zoom)
  const slots = without(slotsIn(columns, cells))
  const crowd = numbered.length > 0 ? filterIndices(slots, (slot) => !numbered.includes(slot)) : slots
  const { clusters, singles } = clusterVehicles(columns, crowd, cells, zoom)
  const outside = numbered.length > 0 ? filterIndices(slots, (slot) => numbered.includes(slot)) : []
  const all = new Uint32Array(singles.length + outside.length)
  all.set(singles)
  all.set(outside, singles.length)
  return { columns, clusters, singles: all, isCrowded: !isAsked, selected, numbered }
}

/** Slots of the drawn vehicles in a box, on any copy of the world, in drawing order. */
export function slotsIn(
  { x, y, drawn }: Pick<VehicleColumns, 'x' | 'y' | 'drawn'>,
  { left, right, top, bottom }: Box,
): Uint32Array {
  return filterIndices(drawn, (slot) => {
    const fromTop = y[slot] as number
    const fromLeft = (x[slot] as number) - left
    return fromTop >= top && fromTop <= bottom && fromLeft - Math.floor(fromLeft) <= right - left
  })
}

function drawnSlot({ vehicles, drawn }: VehicleColumns, id: string | null): number | null {
  if (id === null) return null
  return drawn.find((slot) => vehicles.records[slot]?.id === id) ?? null
}

/** An outlined vehicle in Web Mercator shares of the world. */
export interface Outline {
  readonly id: string
  readonly x: number
  readonly y: number
  /** Index in STATUS_STYLES. */
  readonly style: number
}

export function projectOutlines(vehicles: readonly OutlinedVehicle[]): Outline[] {
  return vehicles.map(({ id, position, status }) => ({
    id,
    x: worldX(position.lng),
    y: worldY(position.lat),
    style: STATUS_STYLES.indexOf(statusStyle(status)),
  }))
}

/** Everything that is painted. */
export interface RenderState {
  readonly scene: Scene
  /** Index in AGE_STEPS, by slot. */
  readonly ages: Uint8Array
  readonly motion: Motion
  readonly outlines: readonly Outline[]
  readonly trail: readonly Position[]
  readonly selectedId: string | null
  /** 1 for a dimmed vehicle, by slot; null: none. */
  readonly dimmed: Uint8Array | null
  /** Null: no labels. */
  readonly labels: LabelSource | null
}

/** Whether a visible vehicle moves, among few enough to be painted in every frame. */
export function glides({ scene: { singles, clusters, selected }, motion }: RenderState): boolean {
  if (singles.length + clusters.length * CLUSTER_COST > MOST_EACH_FRAME) return false
  return (selected !== null && motion.isMoving(selected)) || singles.some((slot) => motion.isMoving(slot))
}

/** The number of a vehicle's sprite. */
export function spriteOf({ scene: { columns }, ages, dimmed }: RenderState, slot: number): number {
  return spriteNumber(
    columns.styles[slot] as number,
    dimmed?.[slot] ? DIMMED : (ages[slot] as number),
    columns.directions[slot] as number,
  )
}

/** CSS pixels of a vehicle during its glide. */
export function drawnAt(
  { motion }: RenderState,
  slot: number,
  projection: Projection,
  progress: number,
): [number, number] {
  return [pixelX(motion.xAt(slot, progress), projection), pixelY(motion.yAt(slot, progress), projection)]
}
