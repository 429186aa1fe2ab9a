import { type Projection, pixelX, pixelY } from '@/components/map/canvas/viewport'
import type { SpatialIndex } from '@/components/map/vehicles/index/spatial-index'
import { DIMMED, spriteNumber } from '@/components/map/vehicles/paint/sprites'
import type { Position } from '@/lib/interface/resources'
import type { LabelSource } from './labels/label-source'
import type { Motion } from './motion'
import type { Outline } from './outlines'
import type { Scene } from './scene'

/** More single vehicles than this are painted as pixels, in several tasks. */
const FEW = 2_000

/** More than this is not painted in every frame of a glide; a cluster costs as much as several vehicles. */
const MOST_EACH_FRAME = 1_500
const CLUSTER_COST = 8

/** Everything that is painted. */
export interface RenderState {
  readonly scene: Scene
  readonly index: SpatialIndex
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

export function hasFew({ scene: { singles } }: RenderState): boolean {
  return singles.length <= FEW
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
