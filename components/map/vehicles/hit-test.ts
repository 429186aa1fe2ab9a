import { positionAt } from '@/components/map/mercator'
import { type Projection, pixelX, pixelY } from '@/components/map/projection'
import type { Position } from '@/lib/interface/resources'
import { countStatuses, middleOf, splitZoom } from './clusters'
import { clusterRadius } from './painter'
import { drawnAt, pixelAt, type RenderState } from './scene'

/** Largest distance of a pointer from a vehicle, in CSS pixels: half a touch target. */
export const REACH = 22

/** A pointer cannot separate vehicles nearer to each other than this, in CSS pixels. */
const SAME_SPOT = 3

/** Within this distance a vehicle is hit even on top of a cluster. */
const ON_SHAPE = 11

interface Near {
  /** CSS pixels of the canvas. */
  readonly x: number
  readonly y: number
  readonly distance: number
}

export type Hit = Near &
  (
    | {
        readonly kind: 'vehicle'
        /** Of the vehicles at this very spot, the one hit first. */
        readonly ids: readonly [string, ...string[]]
      }
    | { readonly kind: 'departed'; readonly id: string }
    | {
        readonly kind: 'cluster'
        readonly count: number
        /** Most frequent first. */
        readonly statuses: readonly (readonly [string | null, number])[]
        /** The view in which the cluster splits. */
        readonly split: (zoom: number) => { readonly position: Position; readonly zoom: number }
      }
  )

/**
 * The nearest shape within reach of a pointer, of those that are drawn.
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
  const near = ([toX, toY]: [number, number]): Near => ({
    x: toX,
    y: toY,
    distance: Math.hypot(toX - x, toY - y),
  })
  const { vehicles, singles, selected, clusters } = state.scene
  const slots = selected === null ? singles : [...singles, selected]
  let nearest: (Near & { readonly slot: number }) | null = null
  for (const slot of slots) {
    const at = near(drawnAt(state, slot, projection, progress))
    if (at.distance < (nearest?.distance ?? REACH)) nearest = { slot, ...at }
  }

  for (const cluster of clusters) {
    const at = near([pixelX(cluster.x, projection), pixelY(cluster.y, projection)])
    if (at.distance > clusterRadius(cluster.count)) continue
    if (nearest && nearest.distance <= ON_SHAPE) continue
    const members = cluster.members()
    const split = (zoom: number) => ({
      position: positionAt(...middleOf(vehicles.table, members)),
      zoom: splitZoom(vehicles.table, members, Math.floor(zoom)),
    })
    return {
      kind: 'cluster',
      count: cluster.count,
      statuses: countStatuses(vehicles.table, members),
      split,
      ...at,
    }
  }

  const departed = state.departed
    .map(({ id, position }) => ({ id, ...near(pixelAt(position, projection)) }))
    .filter(({ distance }) => distance < (nearest?.distance ?? REACH))
    .sort((a, b) => a.distance - b.distance)[0]
  if (departed) return { kind: 'departed', ...departed }

  if (!nearest) return null
  const { slot: first, ...at } = nearest
  const idOf = (slot: number) => vehicles.table.records[slot]?.id as string
  const ids: [string, ...string[]] = [idOf(first)]
  for (const slot of slots) {
    const [otherX, otherY] = drawnAt(state, slot, projection, progress)
    if (slot !== first && Math.hypot(otherX - at.x, otherY - at.y) <= SAME_SPOT)
      ids.push(idOf(slot))
  }
  return { kind: 'vehicle', ids, ...at }
}
