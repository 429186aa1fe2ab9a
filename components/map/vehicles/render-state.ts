import { type Projection, pixelX, pixelY } from '@/components/map/canvas/projection'
import type { SpatialIndex } from '@/components/map/vehicles/index/spatial-index'
import { spriteNumber } from '@/components/map/vehicles/paint/sprites'
import type { Position } from '@/lib/interface/resources'
import type { PlacedDeparted } from './departed-vehicles'
import type { Motion } from './motion'
import type { Scene, Sight } from './scene'

/** More vehicles on their own than this are painted as pixels, in slices. */
const FEW = 2_000

/** More than this is not painted sixty times a second; a cluster takes as long as so many vehicles. */
const MOST_EACH_FRAME = 1_500
const CLUSTER_COST = 8

/** Everything that is painted. */
export interface RenderState {
  readonly scene: Scene
  readonly places: SpatialIndex
  /** Each vehicle's index in AGE_STEPS. */
  readonly ages: Uint8Array
  readonly motion: Motion
  readonly ghosts: readonly PlacedDeparted[]
  readonly trail: readonly Position[]
  readonly selectedId: string | null
}

/** From where it is painted. */
export type PaintedSight = Sight & { readonly pixelRatio: number }

export function hasFew({ scene: { singles } }: RenderState): boolean {
  return singles.length <= FEW
}

/** Whether anything that is seen is on its way, and little enough is seen to be painted anew in every frame. */
export function glides({ scene: { singles, clusters, selected }, motion }: RenderState): boolean {
  if (singles.length + clusters.length * CLUSTER_COST > MOST_EACH_FRAME) return false
  return (selected !== null && motion.isMoving(selected)) || singles.some((index) => motion.isMoving(index))
}

/** The number of a vehicle's sprite. */
export function lookOf({ scene: { columns }, ages }: RenderState, index: number): number {
  return spriteNumber(
    columns.styles[index] as number,
    ages[index] as number,
    columns.directions[index] as number,
  )
}

/** Where a vehicle is seen on its way, in CSS pixels. */
export function seenAt(
  { motion }: RenderState,
  index: number,
  projection: Projection,
  progress: number,
): [number, number] {
  return [pixelX(motion.xAt(index, progress), projection), pixelY(motion.yAt(index, progress), projection)]
}
