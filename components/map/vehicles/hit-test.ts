import type L from 'leaflet'
import { type Projection, pixelX, pixelY, positionAt } from '@/components/map/canvas/projection'
import type { Position } from '@/lib/interface/resources'
import { type Cluster, countStatuses, membersOf, middleOf, splitZoom } from './clusters'
import { clusterRadius } from './painter'
import { drawnAt, type RenderState, slotsIn } from './scene'

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
  const to = (toX: number, toY: number): Near => ({ x: toX, y: toY, distance: Math.hypot(toX - x, toY - y) })
  const { singles, selected } = state.scene
  const slots = selected === null ? [...singles] : [...singles, selected]
  const nearest = nearestOf(slots, (slot) => to(...drawnAt(state, slot, projection, progress)))

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
    const [otherX, otherY] = drawnAt(state, slot, projection, progress)
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

/** The shape under a pointer, by ids. */
export type Target = {
  /** Point of the map's container. */
  readonly point: L.Point
} & (
  | {
      readonly kind: 'vehicle'
      /** Of the vehicles at this very spot, the one hit first. */
      readonly ids: readonly string[]
    }
  | { readonly kind: 'outline'; readonly id: string }
  | {
      readonly kind: 'cluster'
      readonly count: number
      /** Most frequent first. */
      readonly statuses: readonly (readonly [string | null, number])[]
      /** The view in which the cluster splits; computed lazily. */
      readonly split: () => { readonly position: Position; readonly zoom: number }
    }
)

export function targetOf(hit: Hit, state: RenderState, zoom: number, point: L.Point): Target {
  const { vehicles } = state.scene
  if (hit.kind === 'outline') return { kind: 'outline', id: hit.id, point }
  if (hit.kind === 'vehicle')
    return {
      kind: 'vehicle',
      ids: hit.slots.map((slot) => vehicles.records[slot]?.id as string),
      point,
    }
  const { members, statuses } = contentsOf(hit.cluster, state)
  return {
    kind: 'cluster',
    count: hit.cluster.count,
    statuses,
    split: () => ({
      position: positionAt(...middleOf(vehicles, members)),
      zoom: splitZoom(vehicles, members, Math.floor(zoom)),
    }),
    point,
  }
}

interface Contents {
  readonly members: Uint32Array
  readonly statuses: readonly (readonly [string | null, number])[]
}

// A pointer stays over a cluster for many frames; clusters are immutable.
const cache = new WeakMap<Cluster, Contents>()

function contentsOf(cluster: Cluster, { scene }: RenderState): Contents {
  let contents = cache.get(cluster)
  if (!contents) {
    const { vehicles, selected, numbered } = scene
    const inCell = slotsIn(vehicles, cluster.cell)
    const members = membersOf(cluster, vehicles, inCell, new Set([selected, ...numbered]))
    contents = { members, statuses: countStatuses(vehicles, members) }
    cache.set(cluster, contents)
  }
  return contents
}
