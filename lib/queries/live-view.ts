import type { LiveEvent } from '@/lib/api/live-event'
import type { LiveDelta, LiveFailure, LiveMeta, LiveProgress, LiveSnapshotPart } from '@/lib/schema/live'
import type { Position } from '@/lib/schema/resources'
import type { LiveArea } from './live-area'
import { Columns } from './live-columns'
import { Ghosts } from './live-ghosts'
import { provisionalMeta } from './live-provisional'
import { isWhole } from './live-record'
import { Trails } from './live-trails'

/** The stream does not fit what is known: a part is missing, or a change of something never seen came. */
export class OutOfStep extends Error {
  override readonly name = 'OutOfStep'
}

/** One area as its events tell it. Worked on in place; what `toArea` hands out does not change any more. */
export class LiveView {
  readonly #trails = new Trails()
  readonly #ghosts = new Ghosts()
  #columns = new Columns(this.#trails)
  /** A snapshot whose last part is still to come. */
  #coming: { readonly epoch: string; readonly columns: Columns; part: number } | null = null
  /** Null before the first snapshot. */
  #epoch: string | null = null
  #facts: { readonly meta: LiveMeta; readonly receivedAtMs: number } | null = null
  #area: LiveArea | null = null
  /** The first sweep under way; null otherwise. */
  progress: LiveProgress | null = null
  /** Of the last event that was wholly applied. */
  lastEventId: string | null = null

  get failure(): LiveFailure | null {
    return (this.progress ?? this.#facts?.meta)?.failure ?? null
  }

  /** Whether a snapshot was ever here. */
  get isWhole(): boolean {
    return this.#epoch !== null
  }

  get size(): number {
    return this.#columns.size
  }

  /** When the next ghost goes, on this browser's clock; null when there is none. */
  get nextGhostExpiryMs(): number | null {
    return this.#ghosts.nextExpiryMs
  }

  /** Another stream begins: what the last one left unfinished stays so. */
  beginStream(): void {
    this.#coming = null
  }

  /**
   * @returns whether the area is now as this event's sweep found it
   * @throws OutOfStep before anything of the event was applied
   */
  apply(event: LiveEvent): boolean {
    if (event.name === 'progress') {
      this.#applyProgress(event.data, event.arrivedAtMs)
      return false
    }
    if (event.name === 'delta') this.#applyDelta(event.data, event.arrivedAtMs)
    else if (!this.#applyPart(event.data, event.arrivedAtMs)) return false
    const { meta, epoch } = event.data
    this.#epoch = epoch
    this.#facts = { meta, receivedAtMs: event.arrivedAtMs - meta.ageMs }
    this.#area = null
    this.progress = null
    this.lastEventId = event.id
    return true
  }

  expireGhosts(nowMs: number): void {
    const gone = this.#ghosts.expire(nowMs)
    if (gone.length === 0) return
    for (const id of gone) this.#trails.forget(id)
    this.#area = null
  }

  /** The same object until something changes; null before the first vehicles. */
  toArea(): LiveArea | null {
    if (this.#facts === null) return null
    const { meta, receivedAtMs } = this.#facts
    const columns = this.#columns.copy
    this.#area ??= {
      ...columns,
      ghosts: this.#ghosts.list,
      meta,
      fetchedAtMs: Date.parse(meta.fetchedAt),
      receivedAtMs,
      trailOf: (id) => this.#trailOf(id),
    }
    return this.#area
  }

  #applyProgress(progress: LiveProgress, arrivedAtMs: number): void {
    this.progress = progress
    // A server that begins anew knows less than what is shown, until its snapshot.
    if (this.isWhole) return
    for (const vehicle of progress.vehicles) {
      if (this.#columns.has(vehicle.id)) this.#columns.patch(vehicle)
      else this.#columns.add(vehicle, null)
    }
    if (this.size === 0) return
    this.#facts = { meta: provisionalMeta(progress, this.size, arrivedAtMs), receivedAtMs: arrivedAtMs }
    this.#area = null
  }

  /** @returns whether this was the last part */
  #applyPart({ epoch, part, parts, vehicles }: LiveSnapshotPart, arrivedAtMs: number): boolean {
    if (part === 0) this.#coming = { epoch, columns: new Columns(this.#trails), part: -1 }
    const coming = this.#coming
    if (coming?.epoch !== epoch || part !== coming.part + 1) {
      throw new OutOfStep(`part ${part} of a snapshot after part ${coming?.part ?? 'none'}`)
    }
    coming.part = part
    for (const vehicle of vehicles) {
      if (coming.columns.has(vehicle.id)) continue
      coming.columns.add(vehicle, this.#columns.seen(vehicle.id) ?? this.#ghosts.seen(vehicle.id))
    }
    if (part < parts - 1) return false
    this.#coming = null
    this.#exchange(coming.columns, arrivedAtMs)
    return true
  }

  #exchange(columns: Columns, arrivedAtMs: number): void {
    const before = this.#columns
    this.#columns = columns
    for (const id of [...this.#ghosts.ids()]) if (columns.has(id)) this.#ghosts.takeBack(id)
    for (const id of before.ids()) {
      const seen = columns.has(id) ? null : before.seen(id)
      if (seen) this.#ghosts.add(seen, arrivedAtMs)
    }
  }

  #applyDelta({ epoch, upserts, removed, departures }: LiveDelta, arrivedAtMs: number): void {
    if (this.#coming) throw new OutOfStep(`a delta after part ${this.#coming.part} of a snapshot`)
    if (epoch !== this.#epoch) throw new OutOfStep(`a delta of epoch ${epoch} after ${this.#epoch ?? 'none'}`)
    const columns = this.#columns
    const stranger = upserts.find((patch) => !columns.has(patch.id) && !isWhole(patch))
    if (stranger) throw new OutOfStep(`a change of vehicle ${stranger.id}, which was never seen`)
    for (const patch of upserts) {
      if (columns.has(patch.id)) columns.patch(patch)
      else if (isWhole(patch)) columns.add(patch, this.#ghosts.takeBack(patch.id))
    }
    for (const id of removed) {
      const seen = columns.remove(id)
      if (seen) this.#ghosts.add(seen, arrivedAtMs)
    }
    for (const departure of departures) this.#ghosts.explain(departure)
  }

  /** One that never moved was seen in one place. */
  #trailOf(id: string): readonly Position[] {
    const trail = this.#trails.of(id)
    if (trail.length > 0) return trail
    const place = (this.#columns.seen(id) ?? this.#ghosts.seen(id))?.place ?? null
    return place === null ? [] : [place]
  }
}
