import type { LiveVehicle, StatusSince } from '@/lib/api/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { isSameStatus } from '@/lib/interface/statuses'
import { parseTime } from '@/lib/interface/times'
import { isSame } from '@/lib/vehicles/vehicle-table'
import {
  joinSeen,
  type SeenStatus,
  seenInList,
  seenNow,
  seenStatus,
  UNBROKEN_MS,
} from './seen-status'

/**
 * A status as it is stored and shared, under the vehicle's id, by the node `seenBy`;
 * or only that node's name, when it sees the vehicle no more; or, under a key of its
 * own, when a node swept last.
 */
export type StoredStatus = StoredSeen | string | number

type StoredSeen = readonly [
  status: string | null,
  sinceMs: number,
  seenAtMs: number,
  otherAtMs: number | null,
  seenBy: string,
]

export type StoredEntry = readonly [key: string, value: StoredStatus]

/** A vehicle's status, and the node that saw it last. */
type Known = SeenStatus & { readonly seenBy: string; seenAtMs: number }

/** About 150 bytes each. Beyond it, only the lists of the areas remember. */
const VEHICLES_MAXIMUM = 200_000
const FORGET_INTERVAL_MS = 60_000
/** Begins a key of the store that names a node. */
const NODE_KEY = '\0node '

/**
 * Since when vehicles have their status, as this node and the others saw it at most
 * UNBROKEN_MS ago. In memory.
 */
export class StatusTimes {
  readonly #node: string
  readonly #put: (...entry: StoredEntry) => void
  readonly #vehicles = new Map<string, Known>()
  /** Until then each node saw all statuses that it stored and has not withdrawn. */
  readonly #sweptAtMs = new Map<string, number>()
  readonly #forgotAtMs = { all: Number.NEGATIVE_INFINITY, foreign: Number.NEGATIVE_INFINITY }

  /**
   * @param node names this process among those that store
   * @param put stores a value in place of the one before under the same key
   */
  constructor(node: string, put: (...entry: StoredEntry) => void = () => {}) {
    this.#node = node
    this.#put = put
  }

  get size(): number {
    return this.#vehicles.size
  }

  /**
   * Takes note of a vehicle's status.
   * @param atMs when it arrived from the service; milliseconds since the epoch
   * @param listed the vehicle in the area's list, which another node may have made
   * @param listSeenAtMs when that list was read whole
   */
  observe(
    { id, status, mtime }: Pick<VehicleSearchObject, 'id' | 'status' | 'mtime'>,
    atMs: number,
    listed?: Pick<LiveVehicle, 'status' | 'statusSince'>,
    listSeenAtMs = Number.NEGATIVE_INFINITY,
  ): StatusSince {
    this.#sweep(atMs)
    const held = this.#vehicles.get(id)
    const listedSince = listed?.statusSince ?? null
    if (
      held?.seenBy === this.#node &&
      isSameStatus(held.status, status) &&
      atMs >= held.seenAtMs &&
      atMs - held.seenAtMs <= UNBROKEN_MS &&
      (listedSince === null || isSame(listedSince, held.since))
    ) {
      held.seenAtMs = atMs
      return held.since
    }
    const ofList = listed && listedSince && seenInList(listed.status, listedSince, listSeenAtMs)
    const ofNodes = held && this.#seen(held)
    const before = ofNodes && ofList ? joinSeen(ofNodes, ofList) : (ofNodes ?? ofList ?? null)
    // Read before another sweep saw a newer status, or the clock was set back a little.
    if (before && atMs < before.seenAtMs && before.seenAtMs - atMs <= UNBROKEN_MS) {
      if (isSameStatus(before.status, status)) return before.since
      const isListed = ofList && isSameStatus(ofList.status, status)
      return isListed ? ofList.since : { atMs, isBeginning: false }
    }
    const mtimeMs = mtime === null ? null : (parseTime(mtime)?.epochMs ?? null)
    const seen = seenNow(status, mtimeMs, atMs, before)
    this.#keep(id, seen, this.#node)
    this.#store(id)
    return seen.since
  }

  /** Takes over entries stored before a restart, all at once, and those that other nodes store. */
  adopt(entries: readonly StoredEntry[]): void {
    const newest = newestOfEach(entries)
    for (const [id, by] of newest) this.#endForeign(id, by)
    for (const [key, value] of entries) {
      const by = key.slice(NODE_KEY.length)
      if (typeof value === 'number' && by !== this.#node)
        this.#sweptAtMs.set(by, Math.max(this.#sweptAtMs.get(by) ?? value, value))
    }
    for (const [id, , stored] of newest) {
      if (stored) this.#adoptVehicle(id, stored)
      // Another node has withdrawn its entry under the same key.
      else this.#store(id)
    }
    // The clocks of other nodes say nothing about this node's own vehicles.
    const ofOthers = [...this.#sweptAtMs].filter(([node]) => node !== this.#node)
    if (ofOthers.length === 0) return
    const newestMs = Math.max(...ofOthers.map(([, atMs]) => atMs))
    if (newestMs - this.#forgotAtMs.foreign < FORGET_INTERVAL_MS) return
    this.#forgotAtMs.foreign = newestMs
    this.#forget(newestMs, (by) => by !== this.#node)
  }

  /** Everything to be stored. */
  *all(): Iterable<StoredEntry> {
    for (const [name, atMs] of this.#sweptAtMs) yield [NODE_KEY + name, atMs]
    for (const [id, known] of this.#vehicles) yield [id, encodeStatus(known)]
  }

  #adoptVehicle(id: string, stored: Known): void {
    // This node's own, in another node's copy.
    if (stored.seenBy === this.#node) return
    const foreign = this.#seen(stored)
    const held = this.#vehicles.get(id)
    if (!held) {
      this.#keep(id, foreign, stored.seenBy)
      return
    }
    const seen = this.#seen(held)
    const isSeenThere =
      foreign.seenAtMs > seen.seenAtMs + (held.seenBy === this.#node ? UNBROKEN_MS : 0)
    const joined = joinSeen(seen, foreign)
    this.#keep(id, joined, isSeenThere ? stored.seenBy : held.seenBy)
    // This node's entry in the store holds until its last sweep, which is
    // true of the joined one only.
    const isSameStay =
      isSameStatus(joined.status, held.status) && joined.since.atMs === held.since.atMs
    if (!isSameStay) this.#store(id)
  }

  #seen(known: Known): Known {
    return { ...known, seenAtMs: this.#seenAtMs(known) }
  }

  /** A status of another node counts as seen until that node's last sweep. */
  #seenAtMs({ seenBy, seenAtMs }: Known): number {
    const sweptAtMs = seenBy === this.#node ? seenAtMs : this.#sweptAtMs.get(seenBy)
    return Math.max(seenAtMs, sweptAtMs ?? seenAtMs)
  }

  #keep(id: string, { status, since, seenAtMs, otherAtMs }: SeenStatus, seenBy: string): void {
    if (!this.#vehicles.has(id) && this.#vehicles.size >= VEHICLES_MAXIMUM) return
    this.#vehicles.set(id, { status, since, seenAtMs, otherAtMs, seenBy })
  }

  /** Stores the held status of a vehicle that this node sees. */
  #store(id: string): void {
    const held = this.#vehicles.get(id)
    if (held?.seenBy === this.#node) this.#put(id, encodeStatus(held))
  }

  #sweep(atMs: number): void {
    if (this.#sweptAtMs.get(this.#node) === atMs) return
    this.#sweptAtMs.set(this.#node, atMs)
    this.#put(NODE_KEY + this.#node, atMs)
    // The clock may have been set back.
    if (Math.abs(atMs - this.#forgotAtMs.all) < FORGET_INTERVAL_MS) return
    this.#forgotAtMs.all = atMs
    this.#forget(atMs, () => true)
  }

  /**
   * Ends a status that another node saw, where newer entries follow: its next sweeps say
   * nothing about it any more.
   */
  #endForeign(id: string, by: string): void {
    const held = this.#vehicles.get(id)
    if (!held || held.seenBy === this.#node) return
    if (held.seenBy === by) this.#vehicles.delete(id)
    else this.#vehicles.set(id, { ...this.#seen(held), seenBy: '' })
  }

  /** Forgets statuses that would not be continued, and withdraws those that this node stored. */
  #forget(nowMs: number, isForgettable: (node: string) => boolean): void {
    const isOld = (atMs: number) => Math.abs(nowMs - atMs) > UNBROKEN_MS
    for (const [id, known] of this.#vehicles) {
      if (!isForgettable(known.seenBy) || !isOld(this.#seenAtMs(known))) continue
      this.#vehicles.delete(id)
      if (known.seenBy === this.#node) this.#put(id, this.#node)
    }
    for (const [name, atMs] of this.#sweptAtMs)
      if (name !== this.#node && isOld(atMs)) this.#sweptAtMs.delete(name)
  }
}

function encodeStatus({ status, since, seenAtMs, otherAtMs, seenBy }: Known): StoredSeen {
  return [status, since.atMs, seenAtMs, Number.isFinite(otherAtMs) ? otherAtMs : null, seenBy]
}

function decodeStatus([status, atMs, seenAtMs, otherAtMs, seenBy]: StoredSeen): Known {
  const since = { atMs, isBeginning: false }
  return { ...seenStatus(status, since, seenAtMs, otherAtMs ?? Number.NEGATIVE_INFINITY), seenBy }
}

type NewestEntry = readonly [vehicleId: string, by: string, stored: Known | null]

/**
 * Of the entries of one vehicle by one node, only the newest is true until that node's last sweep.
 */
function newestOfEach(entries: readonly StoredEntry[]): readonly NewestEntry[] {
  const newest = new Map<string, NewestEntry>()
  for (const [id, value] of entries) {
    if (typeof value === 'number') continue
    const stored = typeof value === 'string' ? null : decodeStatus(value)
    const by = typeof value === 'string' ? value : value[4]
    const name = `${by} ${id}`
    newest.delete(name)
    newest.set(name, [id, by, stored])
  }
  return [...newest.values()]
}
