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

/** What a pointer has hit, in the map's words. */
export type Target = {
  /** Point of the map's container. */
  readonly point: L.Point
} & (
  | {
      readonly kind: 'vehicle'
      /** Of the vehicles at this very spot, the one hit first. */
      readonly ids: readonly string[]
    }
  | { readonly kind: 'ghost'; readonly id: string }
  | {
      readonly kind: 'cluster'
      readonly count: number
      /** Most frequent first. */
      readonly statuses: readonly (readonly [string | null, number])[]
      /** Where it falls apart; looked for when it is asked. */
      readonly split: () => { readonly position: Position; readonly zoom: number }
    }
)

export function targetOf(hit: Hit, picture: RenderState, zoom: number, point: L.Point): Target {
  const { columns } = picture.scene
  if (hit.kind === 'ghost') return { kind: 'ghost', id: hit.id, point }
  if (hit.kind === 'vehicle')
    return {
      kind: 'vehicle',
      ids: hit.indices.map((index) => columns.vehicles.records[index]?.id as string),
      point,
    }
  const { members, statuses } = contentsOf(hit.cluster, picture)
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

// A pointer stays over a cluster for many frames, and a cluster never changes.
const known = new WeakMap<Cluster, Contents>()

function contentsOf(cluster: Cluster, { scene, places }: RenderState): Contents {
  let contents = known.get(cluster)
  if (!contents) {
    const members = membersOf(cluster, scene, places)
    contents = { members, statuses: countStatuses(scene.columns, members) }
    known.set(cluster, contents)
  }
  return contents
}
