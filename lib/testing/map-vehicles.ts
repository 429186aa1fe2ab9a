import { positionAt } from '@/components/map/mercator'
import type { Projection, Viewport } from '@/components/map/projection'
import type { MapVehicles } from '@/components/map/types'
import type { MarkColours } from '@/components/map/vehicles/mark-colours'
import type { LiveVehicle } from '@/lib/api/contract/live'
import type { Position } from '@/lib/interface/resources'
import { snapshotOf } from '@/lib/vehicles/difference'
import { finish } from '@/lib/vehicles/steps'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { emptyVehicle, liveMeta } from './vehicles'

/** A vehicle that reports only its position and status. */
export function vehicle(
  id: string,
  position: Position | null,
  status: string | null = 'available',
) {
  return emptyVehicle(id, { position, status })
}

/** Around a world x on the equator, moved by whole pixels. */
export function viewportOf(
  size: Pick<Viewport, 'width' | 'height' | 'zoom'> & { readonly pixelRatio?: number },
  { centreX = 0.5, movedX = 0, movedY = 0 } = {},
): Viewport {
  const scale = 256 * 2 ** size.zoom
  const originX = Math.round(centreX * scale - size.width / 2) + movedX
  const originY = Math.round(0.5 * scale - size.height / 2) + movedY
  return { pixelRatio: 1, ...size, projection: { scale, centreX, originX, originY } }
}

/** The position that is drawn at a pixel. */
export function placeAt({ scale, originX, originY }: Projection, x: number, y: number): Position {
  const { lat, lng } = positionAt((x + originX) / scale, (y + originY) / scale)
  return { lat, lng: ((lng + 540) % 360) - 180 }
}

/** Of vehicles by slot; `undefined` is a free slot. */
export function tableOf(records: readonly (LiveVehicle | undefined)[]): VehicleTable {
  const table = new VehicleTable()
  const head = { version: 'e.1', after: null, atMs: 0, meta: liveMeta(), departures: [] }
  finish(table.apply({ ...head, ...snapshotOf(records) }))
  return table
}

/** All shown; `undefined` is a free slot. */
export function mapVehicles(
  records: readonly (LiveVehicle | undefined)[],
  given: Partial<MapVehicles> = {},
): MapVehicles {
  return {
    table: tableOf(records),
    reportedAtMs: new Float64Array(records.length).fill(Number.NaN),
    headings: new Float32Array(records.length).fill(Number.NaN),
    shown: Uint32Array.from([...records.keys()].filter((slot) => records[slot])),
    fetchedAtMs: 0,
    receivedAtMs: 0,
    ...given,
  }
}

/** For tests of places, which paint no pixel. */
export const markColours: MarkColours = {
  line: '',
  selection: '',
  star: '',
  number: '',
  onNumber: '',
  groupText: '',
  groupRing: '',
  noneFree: '',
}
