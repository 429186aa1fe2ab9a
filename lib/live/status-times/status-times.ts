import { isSameStatusSince } from '@/lib/contract/annotations'
import type { LiveVehicle, StatusSince } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { parseTime } from '@/lib/interface/times'
import { joinSeen, type SeenStatus, seenInList, seenNow, UNBROKEN_MS } from './seen-status'
import { encodeStatus, type KnownStatus, newestOfEach, type StoredEntry } from './stored-status'

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
  /** Takes over what was stored before a restart, all at once, and what other nodes store. */
  adopt(entries: readonly StoredEntry[]): void
  /** Everything to be stored. */
  all(): Iterable<StoredEntry>
  /** Vehicles in memory. */
  readonly size: number
}

export interface StatusTimesOptions {
  /** Names this process among those that store. */
  readonly node: string
  /** Stores a value in place of the one before under the same key. */
  readonly put?: (...entry: StoredEntry) => void
}

type Known = KnownStatus & { seenAtMs: number }

/** About 150 bytes each. Beyond it, only the lists of the areas remember. */
const VEHICLES_MAXIMUM = 200_000
const FORGET_INTERVAL_MS = 60_000
/** Begins a key of the store that names a node. */
const NODE_KEY = '\0node '

export function createStatusTimes({ node, put = () => {} }: StatusTimesOptions): StatusTimes {
  const vehicles = new Map<string, Known>()
  /** Until then each node saw all statuses that it stored and has not withdrawn. */
  const sweptAtMs = new Map<string, number>()
  /** One string for each status: those of two sweeps are copies. */
  const statuses = new Map<string, string>()
  let forgotAtMs = Number.NEGATIVE_INFINITY
  let foreignForgotAtMs = Number.NEGATIVE_INFINITY

  const seenAtMs = (known: Known) =>
    known.seenBy === node
      ? known.seenAtMs
      : Math.max(known.seenAtMs, sweptAtMs.get(known.seenBy) ?? known.seenAtMs)

  const asSeen = (known: Known): SeenStatus => ({ ...known, seenAtMs: seenAtMs(known) })

  function keep(id: string, seen: SeenStatus, seenBy: string): void {
    if (!vehicles.has(id) && vehicles.size >= VEHICLES_MAXIMUM) return
    const { since, seenAtMs, otherAtMs } = seen
    vehicles.set(id, { status: shared(seen.status), since, seenAtMs, otherAtMs, seenBy })
  }

  /** Stores what this node holds of a vehicle that it sees. */
  function store(id: string): void {
    const held = vehicles.get(id)
    if (held?.seenBy === node) put(id, encodeStatus(held))
  }

  function shared(status: string | null): string | null {
    if (status === null) return null
    if (statuses.size > 1000) statuses.clear()
    if (!statuses.has(status)) statuses.set(status, status)
    return statuses.get(status) as string
  }

  function markSwept(atMs: number): void {
    if (sweptAtMs.get(node) === atMs) return
    sweptAtMs.set(node, atMs)
    put(NODE_KEY + node, atMs)
    // The clock may have been set back.
    if (Math.abs(atMs - forgotAtMs) < FORGET_INTERVAL_MS) return
    forgotAtMs = atMs
    forget(atMs, true)
  }

  /** Forgets what would not be continued. @param isOwn whether by the clock of this node, whose own entries count then */
  function forget(nowMs: number, isOwn: boolean): void {
    const isOld = (atMs: number) => Math.abs(nowMs - atMs) > UNBROKEN_MS
    for (const [id, known] of vehicles) {
      if ((known.seenBy === node && !isOwn) || !isOld(seenAtMs(known))) continue
      vehicles.delete(id)
      if (known.seenBy === node) put(id, node)
    }
    for (const [name, atMs] of sweptAtMs) if (name !== node && isOld(atMs)) sweptAtMs.delete(name)
  }

  /** Ends what another node saw, where newer entries follow: its next sweeps say nothing about it any more. */
  function endForeign(id: string, by: string): void {
    const held = vehicles.get(id)
    if (!held || held.seenBy === node) return
    if (held.seenBy === by) vehicles.delete(id)
    else vehicles.set(id, { ...held, seenAtMs: seenAtMs(held), seenBy: '' })
  }

  function adoptVehicle(id: string, stored: KnownStatus): void {
    // This node's own, in another node's copy.
    if (stored.seenBy === node) return
    const held = vehicles.get(id)
    const foreign = asSeen(stored)
    if (!held) {
      keep(id, foreign, stored.seenBy)
      return
    }
    const seen = asSeen(held)
    const isSeenThere = foreign.seenAtMs > seen.seenAtMs + (held.seenBy === node ? UNBROKEN_MS : 0)
    const joined = joinSeen(seen, foreign)
    keep(id, joined, isSeenThere ? stored.seenBy : held.seenBy)
    // This node's entry in the store holds until its last sweep, which is true of the joined one only.
    if (joined.status !== held.status || joined.since.atMs !== held.since.atMs) store(id)
  }

  return {
    get size() {
      return vehicles.size
    },
    observe({ id, status, mtime }, atMs, listed, listSeenAtMs = Number.NEGATIVE_INFINITY) {
      markSwept(atMs)
      const held = vehicles.get(id)
      const listedSince = listed?.statusSince ?? null
      if (
        held?.seenBy === node &&
        held.status === status &&
        atMs >= held.seenAtMs &&
        atMs - held.seenAtMs <= UNBROKEN_MS &&
        (listedSince === null || isSameStatusSince(listedSince, held.since))
      ) {
        held.seenAtMs = atMs
        return held.since
      }
      const ofList = listed && listedSince && seenInList(listed.status, listedSince, listSeenAtMs)
      const ofNodes = held && asSeen(held)
      const before = ofNodes && ofList ? joinSeen(ofNodes, ofList) : (ofNodes ?? ofList ?? null)
      // Read before another sweep saw a newer status, or the clock was set back a little.
      if (before && atMs < before.seenAtMs && before.seenAtMs - atMs <= UNBROKEN_MS) {
        if (before.status === status) return before.since
        return ofList?.status === status ? ofList.since : { atMs, isBeginning: false }
      }
      const seen = seenNow(status, epochMs(mtime), atMs, before)
      keep(id, seen, node)
      store(id)
      return seen.since
    },
    adopt(entries) {
      const newest = newestOfEach(entries)
      for (const [id, by] of newest) endForeign(id, by)
      for (const [key, value] of entries) if (typeof value === 'number') adoptSweep(key, value)
      for (const [id, , stored] of newest) {
        if (stored) adoptVehicle(id, stored)
        // Another node has withdrawn its entry under the same key.
        else store(id)
      }
      forgetForeign()
    },
    *all() {
      for (const [name, atMs] of sweptAtMs) yield [NODE_KEY + name, atMs]
      for (const [id, known] of vehicles) yield [id, encodeStatus(known)]
    },
  }

  function forgetForeign(): void {
    const newestMs = Math.max(...sweptAtMs.values())
    if (newestMs - foreignForgotAtMs < FORGET_INTERVAL_MS) return
    foreignForgotAtMs = newestMs
    forget(newestMs, false)
  }

  function adoptSweep(key: string, atMs: number): void {
    const name = key.slice(NODE_KEY.length)
    if (name !== node) sweptAtMs.set(name, Math.max(sweptAtMs.get(name) ?? atMs, atMs))
  }
}

function epochMs(time: string | null): number | null {
  return (time === null ? null : parseTime(time))?.epochMs ?? null
}
