import type { LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import type { AreaFrame } from '@/lib/live/observed-frames'
import { deflatedParts, encodeChanges, joinDeflated } from '@/lib/live/streaming/event'
import { liveMeta } from '@/lib/testing/vehicles'
import { finish } from '@/lib/vehicles/steps'
import { snapshotOf, VehicleTable } from '@/lib/vehicles/vehicle-table'

/** The frames of an area, as its stream has them. @returns the one of the next list */
export function createFrames(epoch = 'e') {
  const table = new VehicleTable()
  let sequence = 0
  return (vehicles: readonly LiveVehicle[], atMs: number, meta: LiveMeta = liveMeta()): AreaFrame => {
    const listed = new Map(vehicles.map((record) => [record.id, record]))
    const gone = new Set([...table.ids()].filter((id) => !listed.has(id)))
    const difference = finish(table.compare(listed, gone))
    const head = { version: `${epoch}.${sequence++}`, atMs, meta, departures: [] }
    const { version: after } = table
    const changes = { ...head, after, ...difference }
    finish(table.apply(changes))
    const list = table.copy()
    return {
      ...{ version: head.version, atMs, meta },
      deflated: after === null ? null : joinDeflated(encodeChanges(changes)),
      snapshot: () => deflatedParts({ ...head, after: null, ...snapshotOf(list.records) }),
      vehicles: () => list.vehicles(),
    }
  }
}
