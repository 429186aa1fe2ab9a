import type {
  LiveDelta,
  LiveFailure,
  LiveMeta,
  LiveProgress,
  LiveSnapshotPart,
  VehiclePatch,
} from '@/lib/contract/live'
import type { Position, VehicleSearchObject } from '@/lib/interface/resources'
import { DepartedVehicles } from './departed-vehicles'
import type { LiveArea } from './live-area'
import type { LiveEvent } from './live-event'
import { isWhole, patched } from './patched-record'
import { provisionalMeta } from './provisional-meta'
import { inSlices, type Slices } from './time-slicing'
import { Trails } from './trails'
import { Columns } from './vehicle-columns'

/** The stream does not fit what is known: a part is missing, or a change of something never seen came. */
class OutOfStep extends Error {
  override readonly name = 'OutOfStep'
}

const GHOSTS_AT_ONCE = 5_000

/** One area as its events tell it. Worked on in place; what `toArea` hands out does not change any more. */
export class AreaView {
  readonly #trails = new Trails()
  readonly #ghosts = new DepartedVehicles()
  #columns = new Columns(this.#trails)
  /** A snapshot whose last part is still to come. */
  #coming: { readonly epoch: string; readonly columns: Columns; part: number } | null = null
  /**
   * Vehicles from before a snapshot that was not whole: still shown, since only a complete sweep says that one is
   * gone. The first complete one says it of those it does not bring.
   */
  readonly #carried = new Set<string>()
  /** Null before the first snapshot. */
  #epoch: string | null = null
  #facts: { readonly meta: LiveMeta; readonly receivedAtMs: number } | null = null
  #area: LiveArea | null = null
  #isStale = false
  #isBusy = false
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
   * Applies an event in steps short enough for any of them to be a task's last; the view is read as before until the
   * last one. Events are applied one after the other.
   * @returns whether the area is now as this event's sweep found it
   * @throws OutOfStep before anything of the event was applied
   */
  *apply(event: LiveEvent): Slices<boolean> {
    this.#isBusy = true
    try {
      if (event.name === 'progress') {
        this.#applyProgress(event.data, event.arrivedAtMs)
        return false
      }
      if (event.name === 'delta') yield* this.#applyDelta(event.data, event.arrivedAtMs)
      else if (!(yield* this.#applyPart(event.data, event.arrivedAtMs))) return false
      const { meta, epoch } = event.data
      this.#epoch = epoch
      this.#facts = { meta, receivedAtMs: event.arrivedAtMs - meta.ageMs }
      this.#isStale = true
      this.progress = null
      this.lastEventId = event.id
      return true
    } finally {
      this.#isBusy = false
    }
  }

  /** @returns whether more of them are to go at once */
  expireGhosts(nowMs: number): boolean {
    if (this.#isBusy) return false
    const gone = this.#ghosts.expire(nowMs, GHOSTS_AT_ONCE)
    for (const id of gone) this.#trails.forget(id)
    if (gone.length > 0) this.#isStale = true
    return gone.length === GHOSTS_AT_ONCE
  }

  /** The same object until something changes; null before the first vehicles. */
  toArea(): LiveArea | null {
    if (this.#facts === null || this.#isBusy || !this.#isStale) return this.#area
    const { meta, receivedAtMs } = this.#facts
    this.#isStale = false
    this.#area = {
      ...this.#columns.copy,
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
      const index = this.#columns.indexOf(vehicle.id)
      if (index >= 0) this.#columns.patch(index, vehicle)
      else this.#columns.add(vehicle, null)
    }
    if (this.size === 0) return
    this.#facts = { meta: provisionalMeta(progress, this.size, arrivedAtMs), receivedAtMs: arrivedAtMs }
    this.#isStale = true
  }

  /** @returns whether this was the last part */
  *#applyPart(
    { epoch, part, parts, vehicles, meta }: LiveSnapshotPart,
    arrivedAtMs: number,
  ): Slices<boolean> {
    if (part === 0) this.#coming = { epoch, columns: new Columns(this.#trails), part: -1 }
    const coming = this.#coming
    if (coming?.epoch !== epoch || part !== coming.part + 1) {
      throw new OutOfStep(`part ${part} of a snapshot after part ${coming?.part ?? 'none'}`)
    }
    coming.part = part
    const { columns } = coming
    yield* inSlices(vehicles, (vehicle) => {
      if (columns.has(vehicle.id)) return
      const seen = this.#columns.seen(vehicle.id) ?? this.#ghosts.seen(vehicle.id)
      columns.add(seen ? patched(seen.record, vehicle) : vehicle, seen)
    })
    if (part < parts - 1) return false
    this.#coming = null
    yield* this.#exchange(columns, arrivedAtMs, meta.incomplete)
    return true
  }

  *#exchange(columns: Columns, arrivedAtMs: number, incomplete: LiveMeta['incomplete']): Slices<void> {
    const before = this.#columns
    this.#carried.clear()
    yield* inSlices([...this.#ghosts.ids()], (id) => {
      if (columns.has(id)) this.#ghosts.takeBack(id)
    })
    yield* inSlices(before.ids(), (id) => {
      const seen = columns.has(id) ? null : before.seen(id)
      if (!seen) return
      // What the cap cuts off is no longer followed; it is not said to have left either.
      if (incomplete === 'cap') this.#trails.forget(id)
      else if (incomplete === null) this.#ghosts.add(seen, arrivedAtMs)
      else {
        columns.add(seen.record, seen)
        this.#carried.add(id)
      }
    })
    this.#columns = columns
  }

  *#applyDelta(delta: LiveDelta, arrivedAtMs: number): Slices<void> {
    const { epoch, after = epoch, upserts, removed, departures, meta } = delta
    if (this.#coming) throw new OutOfStep(`a delta after part ${this.#coming.part} of a snapshot`)
    if (after !== this.#epoch)
      throw new OutOfStep(`a delta after epoch ${after}, not ${this.#epoch ?? 'none'}`)
    const columns = this.#columns
    const news: VehicleSearchObject[] = []
    const changes: { readonly index: number; readonly patch: VehiclePatch }[] = []
    yield* inSlices(upserts, (patch) => {
      const index = columns.indexOf(patch.id)
      if (index >= 0) changes.push({ index, patch })
      else if (isWhole(patch)) news.push(patch)
      else throw new OutOfStep(`a change of vehicle ${patch.id}, which was never seen`)
    })
    yield* inSlices(changes, ({ index, patch }) => columns.patch(index, patch))
    yield* inSlices(news, (record) => {
      if (!columns.has(record.id)) columns.add(record, this.#ghosts.takeBack(record.id))
    })
    for (const { id } of upserts) this.#carried.delete(id)
    const isComplete = meta.incomplete === null && meta.failure === null
    const gone = isComplete && this.#carried.size > 0 ? [...removed, ...this.#carried] : removed
    yield* inSlices(gone, (id) => {
      this.#carried.delete(id)
      const seen = columns.remove(id)
      // Only a complete sweep says that one left: else the server no longer follows it.
      if (seen && isComplete) this.#ghosts.add(seen, arrivedAtMs)
      else if (seen) this.#trails.forget(id)
    })
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
