import type L from 'leaflet'
import { positionAt } from '@/components/map/canvas/mercator'
import {
  countStatuses,
  membersOf,
  middleOf,
  splitZoom,
} from '@/components/map/vehicles/clusters/cluster-members'
import type { Cluster } from '@/components/map/vehicles/clusters/clusters'
import type { Position } from '@/lib/interface/resources'
import type { Hit } from './hit-test'
import type { RenderState } from './render-state'

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
  const { columns } = state.scene
  if (hit.kind === 'outline') return { kind: 'outline', id: hit.id, point }
  if (hit.kind === 'vehicle')
    return {
      kind: 'vehicle',
      ids: hit.slots.map((slot) => columns.vehicles.records[slot]?.id as string),
      point,
    }
  const { members, statuses } = contentsOf(hit.cluster, state)
  return {
    kind: 'cluster',
    count: hit.cluster.count,
    statuses,
    split: () => ({
      position: positionAt(...middleOf(columns, members)),
      zoom: splitZoom(columns, members, Math.floor(zoom)),
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

function contentsOf(cluster: Cluster, { scene, index }: RenderState): Contents {
  let contents = cache.get(cluster)
  if (!contents) {
    const members = membersOf(cluster, scene, index)
    contents = { members, statuses: countStatuses(scene.columns, members) }
    cache.set(cluster, contents)
  }
  return contents
}
