import type { LiveVehicle, StatusSince } from '@/lib/api/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { isSame } from '@/lib/vehicles/vehicle-table'
import { KnownStatuses, type KnownStatusesOptions } from './known-statuses'
import { joinSeen, seenInList, seenNow, UNBROKEN_MS } from './seen-status'
import { type KnownStatus, newestOfEach, type StoredEntry } from './stored-status'

/** Since when vehicles have their status, as this node and the others saw it. In memory. */
export interface StatusTimes {
  /**
   * Takes note of a vehicle's status.
   * @param atMs when it arrived from the service; milliseconds since the epoch
   * @param listed the vehicle in the area's list, which another node may have made
   * @param listSeenAtMs when that list was read whole
   */
  observe(
    vehicle: Pick<VehicleSearchObject, 'id' | 'status' | 'mtime'>,
    atMs: number,
    listed?: Pick<LiveVehicle, 'status' | 'statusSince'>,
    listSeenAtMs?: number,
  ): StatusSince
  /** Takes over entries stored before a restart, all at once, and those that other nodes store. */
  adopt(entries: readonly StoredEntry[]): void
  /** Everything to be stored. */
  all(): Iterable<StoredEntry>
  /** Vehicles in memory. */
  readonly size: number
}

export type StatusTimesOptions = Pick<KnownStatusesOptions, 'node'> & Partial<KnownStatusesOptions>

export function createStatusTimes({ node, put = () => {} }: StatusTimesOptions): StatusTimes {
  const known = new KnownStatuses({ node, put })

  function adoptVehicle(id: string, stored: KnownStatus): void {
    // This node's own, in another node's copy.
    if (stored.seenBy === node) return
    const foreign = { ...stored, seenAtMs: known.seenAtMs(stored) }
    const held = known.held(id)
    const seen = known.seen(id)
    if (!held || !seen) {
      known.keep(id, foreign, stored.seenBy)
      return
    }
    const isSeenThere = foreign.seenAtMs > seen.seenAtMs + (held.seenBy === node ? UNBROKEN_MS : 0)
    const joined = joinSeen(seen, foreign)
    known.keep(id, joined, isSeenThere ? stored.seenBy : held.seenBy)
    // This node's entry in the store holds until its last sweep, which is true of the joined one only.
    if (joined.status !== held.status || joined.since.atMs !== held.since.atMs) known.store(id)
  }

  return {
    get size() {
      return known.size
    },
    observe({ id, status, mtime }, atMs, listed, listSeenAtMs = Number.NEGATIVE_INFINITY) {
      known.sweep(atMs)
      const held = known.held(id)
      const listedSince = listed?.statusSince ?? null
      if (
        held?.seenBy === node &&
        held.status === status &&
        atMs >= held.seenAtMs &&
        atMs - held.seenAtMs <= UNBROKEN_MS &&
        (listedSince === null || isSame(listedSince, held.since))
      ) {
        held.seenAtMs = atMs
        return held.since
      }
      const ofList = listed && listedSince && seenInList(listed.status, listedSince, listSeenAtMs)
      const ofNodes = known.seen(id)
      const before = ofNodes && ofList ? joinSeen(ofNodes, ofList) : (ofNodes ?? ofList ?? null)
      // Read before another sweep saw a newer status, or the clock was set back a little.
      if (before && atMs < before.seenAtMs && before.seenAtMs - atMs <= UNBROKEN_MS) {
        if (before.status === status) return before.since
        return ofList?.status === status ? ofList.since : { atMs, isBeginning: false }
      }
      const seen = seenNow(status, epochMs(mtime), atMs, before)
      known.keep(id, seen, node)
      known.store(id)
      return seen.since
    },
    adopt(entries) {
      const newest = newestOfEach(entries)
      for (const [id, by] of newest) known.endForeign(id, by)
      for (const [key, value] of entries) if (typeof value === 'number') known.adoptSweep(key, value)
      for (const [id, , stored] of newest) {
        if (stored) adoptVehicle(id, stored)
        // Another node has withdrawn its entry under the same key.
        else known.store(id)
      }
      known.forgetForeign()
    },
    all: () => known.entries(),
  }
}

function epochMs(time: string | null): number | null {
  return (time === null ? null : parseTime(time))?.epochMs ?? null
}
