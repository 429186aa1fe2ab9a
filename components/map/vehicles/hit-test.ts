import { type Projection, pixelX, pixelY, worldAt } from '@/components/map/canvas/viewport'
import { clusterRadius } from '@/components/map/vehicles/clusters/cluster-painter'
import { type Cluster, isInCell } from '@/components/map/vehicles/clusters/clusters'
import { drawnAt, hasFew, type RenderState } from './render-state'

/** Largest distance of a pointer from a vehicle, in CSS pixels: half a touch target. */
export const REACH = 22

/** A pointer cannot separate vehicles nearer to each other than this, in CSS pixels. */
const SAME_SPOT = 3

/** Within this distance a vehicle is hit even on top of a cluster. */
const ON_SHAPE = 11

/** The shape under a pointer, in CSS pixels of the canvas. */
export type Hit = { readonly x: number; readonly y: number } & (
  | {
      readonly kind: 'vehicle'
      /** Of the vehicles at this very spot, the one hit first. */
      readonly slots: readonly [number, ...number[]]
    }
  | { readonly kind: 'outline'; readonly id: string }
  | { readonly kind: 'cluster'; readonly cluster: Cluster }
)

interface Near {
  readonly x: number
  readonly y: number
  readonly distance: number
}

/**
 * The nearest shape within reach of a pointer: by a scan among few vehicles, which may glide, by the spatial index
 * among many.
 * @param progress of the glide
 * @param x CSS pixels of the canvas
 */
export function hitTest(
  state: RenderState,
  projection: Projection,
  progress: number,
  x: number,
  y: number,
): Hit | null {
  const to = (toX: number, toY: number): Near => ({ x: toX, y: toY, distance: Math.hypot(toX - x, toY - y) })
  const isScanned = hasFew(state)
  const slots = isScanned ? singlesOf(state) : slotsNear(state, projection, x, y)
  const glideProgress = isScanned ? progress : 1
  const nearest = nearestOf(slots, (slot) => to(...drawnAt(state, slot, projection, glideProgress)))

  const cluster = state.scene.clusters
    .map((one) => ({ cluster: one, ...to(pixelX(one.x, projection), pixelY(one.y, projection)) }))
    .find((one) => one.distance <= clusterRadius(one.cluster.count))
  if (cluster && !(nearest && nearest.distance <= ON_SHAPE)) return { kind: 'cluster', ...cluster }

  const outline = state.outlines
    .map(({ id, x, y }) => ({ id, ...to(pixelX(x, projection), pixelY(y, projection)) }))
    .filter(({ distance }) => distance < (nearest?.distance ?? REACH))
    .sort((a, b) => a.distance - b.distance)[0]
  if (outline) return { kind: 'outline', ...outline }

  if (!nearest) return null
  const others = slots.filter((slot) => {
    if (slot === nearest.slot) return false
    const [otherX, otherY] = drawnAt(state, slot, projection, glideProgress)
    return Math.hypot(otherX - nearest.x, otherY - nearest.y) <= SAME_SPOT
  })
  return { kind: 'vehicle', x: nearest.x, y: nearest.y, slots: [nearest.slot, ...others] }
}

function nearestOf(
  slots: readonly number[],
  drawn: (slot: number) => Near,
): (Near & { readonly slot: number }) | null {
  let nearest: (Near & { readonly slot: number }) | null = null
  for (const slot of slots) {
    const { x, y, distance } = drawn(slot)
    if (distance < (nearest?.distance ?? REACH)) nearest = { slot, x, y, distance }
  }
  return nearest
}

function singlesOf({ scene: { singles, selected } }: RenderState): number[] {
  return selected === null ? [...singles] : [...singles, selected]
}

function slotsNear(
  { scene: { columns, clusters, selected }, index }: RenderState,
  projection: Projection,
  x: number,
  y: number,
): number[] {
  const [worldX, worldY] = worldAt(x, y, projection)
  return index
    .around(worldX, worldY, REACH / projection.scale)
    .filter((slot) => slot === selected || !clusters.some(({ cell }) => isInCell(columns, slot, cell)))
}
