import type { StatusSince } from '@/lib/api/contract/live'
import { isSameStatus } from '@/lib/interface/statuses'
import { parseTime } from '@/lib/interface/times'
import { isSame } from '@/lib/vehicles/difference'
import {
  joinSeen,
  type SeenStatus,
  seenInList,
  seenNow,
  seenStatus,
  UNBROKEN_MS,
} from './seen-status'

/** A status as it is stored and shared by the node `seenBy`, under the vehicle's id. */
type StoredSeen = readonly [
  status: string | null,
  sinceMs: number,
  seenAtMs: number,
  otherAtMs: number | null,
  seenBy: string,
]

/** Name of a node that does not see a vehicle any more, under the vehicle's id. */
type StoredWithdrawal = string

/** Time of a node's last sweep, under the node's key. */
type StoredSweepMs = number

export type StoredStatus = StoredSeen | StoredWithdrawal | StoredSweepMs
export type StoredEntry = readonly [key: string, value: StoredStatus]

/** A vehicle's status, and the node that saw it last. */
interface Known extends SeenStatus {
  readonly seenBy: string
  seenAtMs: number
}

/** Stands for a node whose sweeps say nothing about the vehicle any more. */
const NO_NODE = ''

/** About 150 bytes each. Beyond it, only the lists of the areas remember. */
const VEHICLES_MAXIMUM = 200_000
const FORGET_INTERVAL_MS = 60_000
/** Begins a key of the store that names a node. */
const NODE_KEY = '\0node '

interface ReadStatus {
  readonly id: string
  readonly status: string | null
  readonly mtime: string | null
}

/** A vehicle's status in the list of an area. */
interface ListedStatus {
  readonly status: string | null
  readonly statusSince?: StatusSince | null
}

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
    { id, status, mtime }: ReadStatus,
    atMs: number,
    listed?: ListedStatus,
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
    const inList =
      listed && listedSince ? seenInList(listed.status, listedSince, listSeenAtMs) : null
    const byNodes = held ? this.#seen(held) : null
    const before = byNodes && inList ? joinSeen(byNodes, inList) : (byNodes ?? inList)
    // Read before another sweep saw a newer status, or the clock was set back a little.
    const isOvertaken =
      before !== null && atMs < before.seenAtMs && before.seenAtMs - atMs <= UNBROKEN_MS
    if (isOvertaken) {
      if (isSameStatus(before.status, status)) return before.since
      const isListed = inList !== null && isSameStatus(inList.status, status)
      return isListed ? inList.since : { atMs, isBeginning: false }
    }
    const mtimeMs = mtime === null ? null : (parseTime(mtime)?.epochMs ?? null)
    const seen = seenNow(status, mtimeMs, atMs, before)
    this.#keep(id, seen, this.#node)
    this.#store(id)
    return seen.since
  }

  /** Takes over entries stored before a restart, all at once, and those that other nodes store. */
  adopt(entries: readonly StoredEntry[]): void {
    const newest = newestEntries(entries)
    for (const { vehicleId, node } of newest) this.#endForeign(vehicleId, node)
    for (const [key, value] of entries) {
      if (typeof value === 'number') this.#adoptSweep(nodeOf(key), value)
    }
    for (const { vehicleId, status } of newest) {
      if (status) this.#adoptVehicle(vehicleId, status)
      // Another node has withdrawn its entry under the same key.
      else this.#store(vehicleId)
    }
    this.#forgetForeign()
  }

  /** Everything to be stored. */
  *all(): Iterable<StoredEntry> {
    for (const [node, atMs] of this.#sweptAtMs) yield [nodeKey(node), atMs]
    for (const [id, known] of this.#vehicles) yield [id, encodeStatus(known)]
  }

  #adoptSweep(node: string, atMs: number): void {
    if (node === this.#node) return
    const knownMs = this.#sweptAtMs.get(node) ?? atMs
    this.#sweptAtMs.set(node, Math.max(knownMs, atMs))
  }

  #forgetForeign(): void {
    // The clocks of other nodes say nothing about this node's own vehicles.
    const foreignMs: number[] = []
    for (const [node, atMs] of this.#sweptAtMs) if (node !== this.#node) foreignMs.push(atMs)
    if (foreignMs.length === 0) return
    const newestMs = Math.max(...foreignMs)
    if (newestMs - this.#forgotAtMs.foreign < FORGET_INTERVAL_MS) return
    this.#forgotAtMs.foreign = newestMs
    this.#forget(newestMs, (node) => node !== this.#node)
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
    const leadMs = held.seenBy === this.#node ? UNBROKEN_MS : 0
    const isSeenThere = foreign.seenAtMs > seen.seenAtMs + leadMs
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
    this.#put(nodeKey(this.#node), atMs)
    // The clock may have been set back.
    if (Math.abs(atMs - this.#forgotAtMs.all) < FORGET_INTERVAL_MS) return
    this.#forgotAtMs.all = atMs
    this.#forget(atMs, () => true)
  }

  /**
   * Ends a status that another node saw, where newer entries follow: its next sweeps say
   * nothing about it any more.
   */
  #endForeign(id: string, node: string): void {
    const held = this.#vehicles.get(id)
    if (!held || held.seenBy === this.#node) return
    if (held.seenBy === node) this.#vehicles.delete(id)
    else this.#vehicles.set(id, { ...this.#seen(held), seenBy: NO_NODE })
  }

  /** Forgets statuses that would not be continued, and withdraws those that this node stored. */
  #forget(nowMs: number, isForgettable: (node: string) => boolean): void {
    const isOld = (atMs: number) => Math.abs(nowMs - atMs) > UNBROKEN_MS
    for (const [id, known] of this.#vehicles) {
      if (!isForgettable(known.seenBy) || !isOld(this.#seenAtMs(known))) continue
      this.#vehicles.delete(id)
      if (known.seenBy === this.#node) this.#put(id, this.#node)
    }
    for (const [node, atMs] of this.#sweptAtMs) {
      if (node !== this.#node && isOld(atMs)) this.#sweptAtMs.delete(node)
    }
  }
}

function nodeKey(node: string): string {
  return NODE_KEY + node
}

function nodeOf(key: string): string {
  return key.slice(NODE_KEY.length)
}

function encodeStatus({ status, since, seenAtMs, otherAtMs, seenBy }: Known): StoredSeen {
  // JSON has no -Infinity.
  const storedOtherAtMs = Number.isFinite(otherAtMs) ? otherAtMs : null
  return [status, since.atMs, seenAtMs, storedOtherAtMs, seenBy]
}

function decodeStatus(stored: StoredSeen): Known {
  const [status, sinceMs, seenAtMs, storedOtherAtMs, seenBy] = stored
  const since = { atMs: sinceMs, isBeginning: false }
  const otherAtMs = storedOtherAtMs ?? Number.NEGATIVE_INFINITY
  return { ...seenStatus(status, since, seenAtMs, otherAtMs), seenBy }
}

interface VehicleEntry {
  readonly vehicleId: string
  /** Node that stored it. */
  readonly node: string
  /** Null where the node has withdrawn it. */
  readonly status: Known | null
}

function decodeVehicleEntry(vehicleId: string, value: StoredSeen | StoredWithdrawal): VehicleEntry {
  if (typeof value === 'string') return { vehicleId, node: value, status: null }
  const status = decodeStatus(value)
  return { vehicleId, node: status.seenBy, status }
}

/**
 * The newest entry of each vehicle by each node: only that is true until the node's last sweep.
 */
function newestEntries(entries: readonly StoredEntry[]): readonly VehicleEntry[] {
  const newest = new Map<string, VehicleEntry>()
  for (const [key, value] of entries) {
    if (typeof value === 'number') continue
    const entry = decodeVehicleEntry(key, value)
    const source = sourceKey(entry)
    newest.delete(source)
    newest.set(source, entry)
  }
  return [...newest.values()]
}

/** Key of what one node says of one vehicle. */
function sourceKey({ node, vehicleId }: VehicleEntry): string {
  return `${node} ${vehicleId}`
}
