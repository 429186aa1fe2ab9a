import type { Changes, Departure, LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import type { AreaFrame } from '@/lib/live/observed-frames'
import { deflatedParts, encodeParts, joinDeflated } from '@/lib/live/streaming/event'
import { liveMeta } from '@/lib/testing/vehicles'
import { noDifference, snapshotOf } from '@/lib/vehicles/difference'
import { finish } from '@/lib/vehicles/steps'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'

interface Step {
  /** The whole next list; else `upserts` and `removed` lead to it. */
  readonly list?: readonly LiveVehicle[]
  /** Vehicles that came, and changed fields of others. */
  readonly upserts?: readonly (Partial<LiveVehicle> & Pick<LiveVehicle, 'id'>)[]
  readonly removed?: readonly string[]
  readonly departures?: readonly Departure[]
  readonly meta?: LiveMeta
  readonly atMs?: number
}

/** A server's list of an area, and the changes that it sends. */
export function createSender() {
  let table = new VehicleTable()

  function changes(version: string, step: Step = {}): Changes {
    const { list, upserts = list ?? [], departures = [], meta = liveMeta() } = step
    const known = (id: string) => (list ? undefined : table.get(id))
    const now = new Map(upserts.map((one) => [one.id, { ...known(one.id), ...one } as LiveVehicle]))
    const removed = step.removed ?? (list ? [...table.ids()].filter((id) => !now.has(id)) : [])
    const difference = finish(table.compare(now, new Set(removed)))
    const head = { version, after: table.version, atMs: step.atMs ?? Date.parse(meta.fetchedAt) }
    const sent: Changes = JSON.parse(JSON.stringify({ ...head, meta, departures, ...difference }))
    finish(table.apply(sent))
    return sent
  }

  /** Of the list as it is, in parts of `size` vehicles. */
  function again(meta: LiveMeta, size: number): Changes[] {
    const listed = [...table.records.entries()].filter(([, record]) => record)
    const count = Math.max(1, Math.ceil(listed.length / size))
    const nameOf = (part: number) =>
      part < count - 1 ? `${table.version}.${part}` : `${table.version}`
    return Array.from({ length: count }, (_, part): Changes => {
      const some = listed.slice(part * size, (part + 1) * size)
      const slots = some.map(([slot], at) => slot - (some[at - 1]?.[0] ?? 0))
      const added = some.map(([, record]) => record)
      const after = part === 0 ? null : nameOf(part - 1)
      const isPart = part < count - 1 || undefined
      const head = { version: nameOf(part), after, isPart, atMs: Date.parse(meta.fetchedAt), meta }
      return JSON.parse(JSON.stringify({ ...head, departures: [], ...noDifference, added, slots }))
    })
  }

  return {
    get table() {
      return table
    },
    changes,
    again,
    /** Of another list. */
    snapshot(
      version: string,
      list: readonly LiveVehicle[],
      meta = liveMeta(),
      size = 1000,
    ): Changes[] {
      table = new VehicleTable()
      changes(version, { list })
      return again(meta, size)
    },
  }
}

/** The frames of an area, as its stream has them. @returns the one of the next list */
export function createFrames(epoch = 'e') {
  const sender = createSender()
  let sequence = 0
  return (list: readonly LiveVehicle[], atMs: number, meta = liveMeta()): AreaFrame => {
    const changes = sender.changes(`${epoch}.${sequence++}`, { list, atMs, meta })
    const { version, after } = changes
    const table = sender.table.copy()
    return {
      version,
      atMs,
      meta,
      deflated: after === null ? null : joinDeflated(encodeParts(changes)),
      snapshot: () => deflatedParts({ ...changes, after: null, ...snapshotOf(table.records) }),
      vehicles: () => table.vehicles(),
    }
  }
}
