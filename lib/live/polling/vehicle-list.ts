import type { VehiclePatch } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { Clock } from '@/lib/live/clock'
import { patchOf } from './patch'
import type { Sweep } from './sweep'

/** What a sweep changed. */
export interface Difference {
  readonly upserts: readonly VehiclePatch[]
  readonly removed: readonly string[]
  /** The records of those that a complete sweep no longer found. */
  readonly left: readonly VehicleSearchObject[]
}

/** The vehicles of an area as of its last sweep. */
export interface VehicleList {
  readonly size: number
  has(id: string): boolean
  records(): VehicleSearchObject[]
  /**
   * Compares with a sweep, with pauses for others. Nothing changes before `take` is called, which is to be done
   * before anything else changes.
   */
  compare(sweep: Pick<Sweep, 'vehicles' | 'incomplete' | 'dropped'>): Promise<ListDiff>
  /** What another node found. */
  apply(difference: Pick<Difference, 'upserts' | 'removed'>): void
}

export interface ListDiff {
  readonly difference: Difference
  /** How many there are with it. */
  readonly size: number
  take(): void
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

export function createVehicleList(vehiclesMaximum: number, clock: Pick<Clock, 'breathe'>): VehicleList {
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
    async compare({ vehicles, incomplete, dropped }) {
      const upserts = await patchesOf(vehicles)
      const removed = incomplete === null ? gone(vehicles, dropped) : surplus(vehicles)
      const left = incomplete === null ? removed.map((id) => entries.get(id)!.record) : []
      const found = upserts.filter(({ id }) => !entries.has(id)).length
      return {
        difference: { upserts, removed, left },
        size: entries.size + found - removed.length,
        take() {
          sweeps++
          // An unchanged vehicle keeps its record, which snapshots under way share.
          for (const { id } of upserts) entries.set(id, { record: vehicles.get(id)!, seenIn: sweeps })
          for (const id of vehicles.keys()) entries.get(id)!.seenIn = sweeps
          for (const id of removed) entries.delete(id)
        },
      }
    },
    apply({ upserts, removed }) {
      sweeps++
      for (const patch of upserts) {
        const record = { ...entries.get(patch.id)?.record, ...patch } as VehicleSearchObject
        entries.set(patch.id, { record, seenIn: sweeps })
      }
      for (const id of removed) entries.delete(id)
    },
  }

  // Each row without an id may be one of those unseen.
  function gone(vehicles: Sweep['vehicles'], dropped: number): string[] {
    const others = unseen(vehicles)
    return longestUnseen(others, others.length - dropped)
  }

  function surplus(vehicles: Sweep['vehicles']): string[] {
    const others = unseen(vehicles)
    return longestUnseen(others, others.length + vehicles.size - KEPT_PER_CAP * vehiclesMaximum)
  }

  function unseen(vehicles: Sweep['vehicles']): [string, Entry][] {
    return [...entries].filter(([id]) => !vehicles.has(id))
  }
}

function longestUnseen(unseen: [string, Entry][], count: number): string[] {
  if (count <= 0) return []
  // In their own order when none is kept, which is nearly always.
  const sorted = count >= unseen.length ? unseen : unseen.sort(([, a], [, b]) => a.seenIn - b.seenIn)
  return sorted.slice(0, count).map(([id]) => id)
}
