import { changesAt } from '@/lib/contract/annotations'
import type { Annotation, LiveVehicle, VehiclePatch } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { Clock } from '@/lib/scheduling/clock'
import { annotated, patchOf } from './patch'
import type { Sweep } from './sweep'

/** Changes found by a sweep. */
export interface Difference {
  readonly upserts: readonly VehiclePatch[]
  readonly removed: readonly string[]
  /** Records that a complete sweep no longer found. */
  readonly left: readonly LiveVehicle[]
}

/** Called once for each vehicle of a sweep, in the sweep's order. */
export type Annotate = (record: VehicleSearchObject, listed: LiveVehicle | undefined) => Annotation

/** The vehicles of an area as of its last sweep. */
export interface VehicleList {
  readonly size: number
  has(id: string): boolean
  records(): LiveVehicle[]
  /**
   * Compares with a sweep, yielding to the event loop. The list stays as it is until `commit`, which must come
   * before any other change.
   * @param annotate adds annotations, which a sweep lacks; left out for records that have their annotations
   */
  diff(sweep: SweptVehicles, annotate?: Annotate): Promise<ListDiff>
  clear(): void
  /** Applies another node's changes. @param fetchedAt of its list */
  apply(difference: Pick<Difference, 'upserts' | 'removed'>, fetchedAt: string): void
}

export interface SweptVehicles extends Pick<Sweep, 'incomplete' | 'dropped'> {
  readonly vehicles: ReadonlyMap<string, LiveVehicle>
}

export interface ListDiff {
  readonly difference: Difference
  /** Size of the list after `commit`. */
  readonly size: number
  /** @param fetchedAt of the list; left out for one with records that have their annotations */
  commit(fetchedAt?: string): void
}

interface Entry {
  readonly record: LiveVehicle
  seenIn: number
}

// About a millisecond of work.
const COMPARED_PER_TURN = 1000

/**
 * @param keptMaximum the most vehicles after an incomplete sweep, which removes none: those unseen for the longest are
 * dropped first
 */
export function createVehicleList(
  keptMaximum: () => number,
  clock: Pick<Clock, 'yieldToEventLoop'>,
): VehicleList {
  const entries = new Map<string, Entry>()
  let sweeps = 0

  /** The records that changed, and the patches that lead to them. */
  async function changesOf(vehicles: SweptVehicles['vehicles'], annotate: Annotate | undefined) {
    const upserts: VehiclePatch[] = []
    const records: LiveVehicle[] = []
    let compared = 0
    for (const [id, record] of vehicles) {
      const listed = entries.get(id)?.record
      const annotation = annotate?.(record, listed)
      const patch = listed && patchOf(listed, record, annotation)
      if (patch !== null) {
        const after = annotation ? annotated(record, annotation, listed) : record
        records.push(after)
        upserts.push(patch ?? after)
      }
      if (++compared % COMPARED_PER_TURN === 0) await clock.yieldToEventLoop()
    }
    return { upserts, records }
  }

  return {
    get size() {
      return entries.size
    },
    has: (id) => entries.has(id),
    records: () => Array.from(entries.values(), ({ record }) => record),
    async diff({ vehicles, incomplete, dropped }, annotate) {
      const { upserts, records } = await changesOf(vehicles, annotate)
      const removed = incomplete === null ? gone(vehicles, dropped) : surplus(vehicles)
      const left = incomplete === null ? removed.map((id) => entries.get(id)!.record) : []
      const added = upserts.filter(({ id }) => !entries.has(id)).length
      return {
        difference: { upserts, removed, left },
        size: entries.size + added - removed.length,
        commit(fetchedAt) {
          sweeps++
          const changeOf = fetchedAt === undefined ? null : changesAt(fetchedAt)
          // Unchanged vehicles keep their record objects, which snapshots in progress share.
          for (const [at, found] of records.entries()) {
            const isListed = changeOf !== null && entries.has(found.id)
            const record = isListed ? { ...found, ...changeOf(upserts[at]!) } : found
            entries.set(record.id, { record, seenIn: sweeps })
          }
          for (const id of vehicles.keys()) entries.get(id)!.seenIn = sweeps
          for (const id of removed) entries.delete(id)
        },
      }
    },
    clear: () => entries.clear(),
    apply({ upserts, removed }, fetchedAt) {
      sweeps++
      const changeOf = changesAt(fetchedAt)
      for (const patch of upserts) {
        const listed = entries.get(patch.id)?.record
        const record = { ...listed, ...(listed && changeOf(patch)), ...patch } as LiveVehicle
        entries.set(patch.id, { record, seenIn: sweeps })
      }
      for (const id of removed) entries.delete(id)
    },
  }

  // Each row without an id may be one of the unseen vehicles.
  function gone(vehicles: SweptVehicles['vehicles'], dropped: number): string[] {
    const others = unseen(vehicles)
    return longestUnseen(others, others.length - dropped)
  }

  function surplus(vehicles: SweptVehicles['vehicles']): string[] {
    const others = unseen(vehicles)
    return longestUnseen(others, others.length + vehicles.size - keptMaximum())
  }

  function unseen(vehicles: SweptVehicles['vehicles']): [string, Entry][] {
    return [...entries].filter(([id]) => !vehicles.has(id))
  }
}

function longestUnseen(unseen: [string, Entry][], count: number): string[] {
  if (count <= 0) return []
  // Sorting is needed only when some are kept, which is rare.
  const sorted = count >= unseen.length ? unseen : unseen.sort(([, a], [, b]) => a.seenIn - b.seenIn)
  return sorted.slice(0, count).map(([id]) => id)
}
