import type { VehiclePatch } from '@/lib/schema/live'
import type { VehicleSearchObject } from '@/lib/schema/resources'
import { patchOf } from './changes'
import type { Clock } from './clock'
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
  /**
   * Compares with a sweep, with pauses for others. Nothing changes before the function it resolves to is called,
   * which is to be done before the next comparison.
   */
  compare(sweep: Pick<Sweep, 'vehicles' | 'incomplete'>): Promise<() => Difference>
}

interface Entry {
  readonly record: VehicleSearchObject
  seenIn: number
}

/*
 * Only a complete sweep says that a vehicle is gone. Sweeps that all stop at the cap never do, while the fleet moves
 * on and brings others below it: to bound what piles up unseen, at most twice the cap is kept, and those unseen for
 * the longest go first.
 */
const KEPT_PER_CAP = 2

/** Compared in about a millisecond. */
const COMPARED_AT_ONCE = 1000

export function createKnown(vehiclesMaximum: number, clock: Pick<Clock, 'breathe'>): Known {
  const entries = new Map<string, Entry>()
  let sweeps = 0

  async function patchesOf(vehicles: Sweep['vehicles']): Promise<VehiclePatch[]> {
    const patches: VehiclePatch[] = []
    let compared = 0
    for (const [id, record] of vehicles) {
      const entry = entries.get(id)
      const patch = entry ? patchOf(entry.record, record) : record
      if (patch) patches.push(patch)
      if (++compared % COMPARED_AT_ONCE === 0) await clock.breathe()
    }
    return patches
  }

  return {
    get size() {
      return entries.size
    },
    has: (id) => entries.has(id),
    records: () => Array.from(entries.values(), ({ record }) => record),
    async compare({ vehicles, incomplete }) {
      const upserts = await patchesOf(vehicles)
      return () => {
        sweeps++
        // An unchanged vehicle keeps its record, which snapshots under way share.
        for (const { id } of upserts) entries.set(id, { record: vehicles.get(id)!, seenIn: sweeps })
        for (const id of vehicles.keys()) entries.get(id)!.seenIn = sweeps
        const removed = incomplete === null ? unseen() : surplus()
        const left = incomplete === null ? removed.map((id) => entries.get(id)!.record) : []
        for (const id of removed) entries.delete(id)
        return { upserts, removed, left }
      }
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
