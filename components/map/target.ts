import type L from 'leaflet'
import type { Position } from '@/lib/schema/resources'
import { countStatuses, membersOf, middleOf, splitZoom } from './cluster-members'
import type { Hit } from './hit-test'
import { positionAt } from './mercator'
import type { Picture } from './picture'

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
      /** Where it falls apart. */
      readonly split: { readonly position: Position; readonly zoom: number }
    }
)

export function targetOf(hit: Hit, picture: Picture, zoom: number, point: L.Point): Target {
  const { scene, places } = picture
  const { columns } = scene
  if (hit.kind === 'ghost') return { kind: 'ghost', id: hit.id, point }
  if (hit.kind === 'vehicle')
    return {
      kind: 'vehicle',
      ids: hit.indices.map((index) => columns.vehicles.records[index]?.id as string),
      point,
    }
  const members = membersOf(hit.cluster, scene, places)
  return {
    kind: 'cluster',
    count: hit.cluster.count,
    statuses: countStatuses(columns, members),
    split: {
      position: positionAt(...middleOf(columns, members)),
      zoom: splitZoom(columns, members, Math.floor(zoom)),
    },
    point,
  }
}
