import type { VehiclePatch } from '@/lib/schema/live'
import type { VehicleSearchObject } from '@/lib/schema/resources'
import { patchOf } from './changes'
import type { Sweep } from './sweep'

/** What a sweep changed. */
export interface Difference {
  readonly upserts: readonly VehiclePatch[]
  readonly removed: readonly string[]
  /** The records of those that a complete sweep no longer found. */
  readonly left: readonly VehicleSearchObject[]
}

/** The vehicles of an area as of its last sweep. */
export interface Known {
  readonly size: number
  has(id: string): boolean
  records(): VehicleSearchObject[]
  take(sweep: Pick<Sweep, 'vehicles' | 'incomplete'>): Difference
}

interface Entry {
  record: VehicleSearchObject
  seenIn: number
}

/*
 * Only a complete sweep says that a vehicle is gone. Sweeps that all stop at the cap never do, while the fleet moves
 * on and brings others below it: to bound what piles up unseen, at most twice the cap is kept, and those unseen for
 * the longest go first.
 */
const KEPT_PER_CAP = 2

export function createKnown(vehiclesMaximum: number): Known {
  const entries = new Map<string, Entry>()
  let sweeps = 0
  return {
    get size() {
      return entries.size
    },
    has: (id) => entries.has(id),
    records: () => Array.from(entries.values(), ({ record }) => record),
    take({ vehicles, incomplete }) {
      sweeps++
      const upserts: VehiclePatch[] = []
      for (const [id, record] of vehicles) {
        const entry = entries.get(id)
        const patch = entry ? patchOf(entry.record, record) : record
        if (patch) upserts.push(patch)
        if (!entry) entries.set(id, { record, seenIn: sweeps })
        else {
          // An unchanged vehicle keeps its record, which snapshots under way share.
          if (patch) entry.record = record
          entry.seenIn = sweeps
        }
      }
      const gone = incomplete === null ? unseen() : surplus()
      const left = incomplete === null ? gone.map((id) => entries.get(id)!.record) : []
      for (const id of gone) entries.delete(id)
      return { upserts, removed: gone, left }
    },
  }

  function unseen(): string[] {
    const ids: string[] = []
    for (const [id, { seenIn }] of entries) if (seenIn !== sweeps) ids.push(id)
    return ids
  }

  function surplus(): string[] {
    const count = entries.size - KEPT_PER_CAP * vehiclesMaximum
    if (count <= 0) return []
    return [...entries]
      .filter(([, { seenIn }]) => seenIn !== sweeps)
      .sort(([, a], [, b]) => a.seenIn - b.seenIn)
      .slice(0, count)
      .map(([id]) => id)
  }
}
