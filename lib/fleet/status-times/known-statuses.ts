import { type SeenStatus, UNBROKEN_MS } from './seen-status'
import { encodeStatus, type KnownStatus, type StoredEntry } from './stored-status'

export interface KnownStatusesOptions {
  /** Names this process among those that store. */
  readonly node: string
  /** Stores a value in place of the one before under the same key. */
  readonly put: (...entry: StoredEntry) => void
}

type Known = KnownStatus & { seenAtMs: number }

/** About 150 bytes each. Beyond it, only the lists of the areas remember. */
const VEHICLES_MAXIMUM = 200_000
const FORGET_INTERVAL_MS = 60_000
/** Begins a key of the store that names a node. */
const NODE_KEY = '\0node '

/** The statuses that this node and others saw at most UNBROKEN_MS ago, by vehicle id. */
export class KnownStatuses {
  readonly #options: KnownStatusesOptions
  readonly #vehicles = new Map<string, Known>()
  /** Until then each node saw all statuses that it stored and has not withdrawn. */
  readonly #sweptAtMs = new Map<string, number>()
  /** One string for each status: those of two sweeps are copies. */
  readonly #statuses = new Map<string, string>()
  readonly #forgotAtMs = { all: Number.NEGATIVE_INFINITY, foreign: Number.NEGATIVE_INFINITY }

  constructor(options: KnownStatusesOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#vehicles.size
  }

  /** As it is held: of a vehicle that another node sees, `seenAtMs` is outdated. */
  held(id: string): Known | undefined {
    return this.#vehicles.get(id)
  }

  seen(id: string): SeenStatus | null {
    const held = this.#vehicles.get(id)
    return held ? { ...held, seenAtMs: this.seenAtMs(held) } : null
  }

  /** A status of another node counts as seen until that node's last sweep. */
  seenAtMs({ seenBy, seenAtMs }: KnownStatus): number {
    const sweptAtMs = seenBy === this.#options.node ? seenAtMs : this.#sweptAtMs.get(seenBy)
    return Math.max(seenAtMs, sweptAtMs ?? seenAtMs)
  }

  keep(id: string, { status, since, seenAtMs, otherAtMs }: SeenStatus, seenBy: string): void {
    if (!this.#vehicles.has(id) && this.#vehicles.size >= VEHICLES_MAXIMUM) return
    this.#vehicles.set(id, { status: this.#shared(status), since, seenAtMs, otherAtMs, seenBy })
  }

  /** Stores the held status of a vehicle that this node sees. */
  store(id: string): void {
    const held = this.#vehicles.get(id)
    if (held?.seenBy === this.#options.node) this.#options.put(id, encodeStatus(held))
  }

  /** This node sweeps. */
  sweep(atMs: number): void {
    const { node, put } = this.#options
    if (this.#sweptAtMs.get(node) === atMs) return
    this.#sweptAtMs.set(node, atMs)
    put(NODE_KEY + node, atMs)
    // The clock may have been set back.
    if (Math.abs(atMs - this.#forgotAtMs.all) < FORGET_INTERVAL_MS) return
    this.#forgotAtMs.all = atMs
    this.#forget(atMs, () => true)
  }

  /** Another node swept. */
  adoptSweep(key: string, atMs: number): void {
    const { node } = this.#options
    const by = key.slice(NODE_KEY.length)
    if (by !== node) this.#sweptAtMs.set(by, Math.max(this.#sweptAtMs.get(by) ?? atMs, atMs))
  }

  /** By the sweeps of other nodes, whose clocks say nothing about this node's own vehicles. */
  forgetForeign(): void {
    const newestMs = Math.max(...this.#sweptAtMs.values())
    if (newestMs - this.#forgotAtMs.foreign < FORGET_INTERVAL_MS) return
    this.#forgotAtMs.foreign = newestMs
    this.#forget(newestMs, (by) => by !== this.#options.node)
  }

  /** Ends a status that another node saw, where newer entries follow: its next sweeps say nothing about it any more. */
  endForeign(id: string, by: string): void {
    const held = this.#vehicles.get(id)
    if (!held || held.seenBy === this.#options.node) return
    if (held.seenBy === by) this.#vehicles.delete(id)
    else this.#vehicles.set(id, { ...held, seenAtMs: this.seenAtMs(held), seenBy: '' })
  }

  *entries(): Iterable<StoredEntry> {
    for (const [name, atMs] of this.#sweptAtMs) yield [NODE_KEY + name, atMs]
    for (const [id, known] of this.#vehicles) yield [id, encodeStatus(known)]
  }

  /** Forgets statuses that would not be continued, and withdraws those that this node stored. */
  #forget(nowMs: number, isForgettable: (node: string) => boolean): void {
    const { node, put } = this.#options
    const isOld = (atMs: number) => Math.abs(nowMs - atMs) > UNBROKEN_MS
    for (const [id, known] of this.#vehicles) {
      if (!isForgettable(known.seenBy) || !isOld(this.seenAtMs(known))) continue
      this.#vehicles.delete(id)
      if (known.seenBy === node) put(id, node)
    }
    for (const [name, atMs] of this.#sweptAtMs) if (name !== node && isOld(atMs)) this.#sweptAtMs.delete(name)
  }

  #shared(status: string | null): string | null {
    if (status === null) return null
    if (this.#statuses.size > 1000) this.#statuses.clear()
    if (!this.#statuses.has(status)) this.#statuses.set(status, status)
    return this.#statuses.get(status) as string
  }
}
