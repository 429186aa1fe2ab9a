import { type Projection, pixelX, pixelY, worldAt } from '@/components/map/canvas/projection'
import { clusterRadius } from '@/components/map/vehicles/clusters/cluster-painter'
import { type Cluster, isInCell } from '@/components/map/vehicles/clusters/clusters'
import { hasFew, type RenderState, seenAt } from './render-state'

/** How near a pointer must be to a vehicle, in CSS pixels: half a touch target. */
export const REACH = 22

/** Vehicles nearer to each other than this, in CSS pixels, cannot be told apart by a pointer. */
const SAME_SPOT = 3

/** This near a vehicle is hit although a cluster lies beneath it. */
const ON_SHAPE = 11

/** What stands under a pointer, and where, in CSS pixels of the canvas. */
export type Hit = { readonly x: number; readonly y: number } & (
  | {
      readonly kind: 'vehicle'
      /** Indices of the vehicles at this very spot, the one hit first. */
      readonly indices: readonly [number, ...number[]]
    }
  | { readonly kind: 'ghost'; readonly id: string }
  | { readonly kind: 'cluster'; readonly cluster: Cluster }
)

interface Near {
  readonly x: number
  readonly y: number
  readonly distance: number
}

/**
 * The nearest thing within reach of a pointer: among few vehicles where they are seen on their way, among many,
 * which do not glide, through the index.
 * @param progress of the glide
 * @param x CSS pixels of the canvas
 */
export function hitTest(
  picture: RenderState,
  projection: Projection,
  progress: number,
  x: number,
  y: number,
): Hit | null {
  const to = (toX: number, toY: number): Near => ({ x: toX, y: toY, distance: Math.hypot(toX - x, toY - y) })
  const indices = hasFew(picture) ? singlesOf(picture) : standingNear(picture, projection, x, y)
  const seenProgress = hasFew(picture) ? progress : 1
  const nearest = nearestOf(indices, (index) => to(...seenAt(picture, index, projection, seenProgress)))

  const cluster = picture.scene.clusters
    .map((one) => ({ cluster: one, ...to(pixelX(one.x, projection), pixelY(one.y, projection)) }))
    .find((one) => one.distance <= clusterRadius(one.cluster.count))
  if (cluster && !(nearest && nearest.distance <= ON_SHAPE)) return { kind: 'cluster', ...cluster }

  const ghost = picture.ghosts
    .map(({ id, x, y }) => ({ id, ...to(pixelX(x, projection), pixelY(y, projection)) }))
    .filter(({ distance }) => distance < (nearest?.distance ?? REACH))
    .sort((a, b) => a.distance - b.distance)[0]
  if (ghost) return { kind: 'ghost', ...ghost }

  if (!nearest) return null
  const others = indices.filter((index) => {
    if (index === nearest.index) return false
    const [otherX, otherY] = seenAt(picture, index, projection, seenProgress)
    return Math.hypot(otherX - nearest.x, otherY - nearest.y) <= SAME_SPOT
  })
  return { kind: 'vehicle', x: nearest.x, y: nearest.y, indices: [nearest.index, ...others] }
}

function nearestOf(
  indices: readonly number[],
  seen: (index: number) => Near,
): (Near & { readonly index: number }) | null {
  let nearest: (Near & { readonly index: number }) | null = null
  for (const index of indices) {
    const { x, y, distance } = seen(index)
    if (distance < (nearest?.distance ?? REACH)) nearest = { index, x, y, distance }
  }
  return nearest
}

function singlesOf({ scene: { singles, selected } }: RenderState): number[] {
  return selected === null ? [...singles] : [...singles, selected]
}

function standingNear(
  { scene: { columns, clusters, selected }, places }: RenderState,
  projection: Projection,
  x: number,
  y: number,
): number[] {
  const [worldX, worldY] = worldAt(x, y, projection)
  return places
    .around(worldX, worldY, REACH / projection.scale)
    .filter((index) => index === selected || !clusters.some(({ cell }) => isInCell(columns, index, cell)))
}
