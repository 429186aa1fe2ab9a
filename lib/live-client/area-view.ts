import { changesAt } from '@/lib/contract/annotations'
import type {
  LiveDelta,
  LiveFailure,
  LiveMeta,
  LiveProgress,
  LiveSnapshotPart,
  LiveVehicle,
  VehiclePatch,
} from '@/lib/contract/live'
import type { Position } from '@/lib/interface/resources'
import { forEachInSteps, type Steps } from '@/lib/scheduling/steps'
import { DepartedVehicles } from './departed-vehicles'
import type { LiveArea } from './live-area'
import type { LiveEvent } from './live-event'
import { hasAllFields, listedAgain } from './patched-record'
import { provisionalMeta } from './provisional-meta'
import { Trails } from './trails'
import { type BaseColumns, Columns } from './vehicle-columns'

/** A part is missing, or an unknown vehicle changed: only a snapshot helps. */
class SequenceError extends Error {
  override readonly name = 'SequenceError'
}

const EXPIRED_AT_ONCE = 5_000

/** A delta without the changes of known vehicles. */
export type Changes = Pick<LiveDelta, 'epoch' | 'after' | 'removed' | 'departures' | 'meta'> & {
  readonly added: readonly LiveVehicle[]
}

/** The state of one area, from its events. Changed in place; `toArea` returns immutable copies. */
export class AreaView {
  readonly #trails = new Trails()
  readonly #departed = new DepartedVehicles()
  #columns = new Columns(this.#trails)
  /** A snapshot that is not complete yet. */
  #pending: { readonly epoch: string; readonly columns: Columns; part: number } | null = null
  /**
   * Vehicles from before an incomplete snapshot: shown until the first complete sweep that does not list them,
   * because only a complete sweep proves that a vehicle left.
   */
  readonly #unconfirmed = new Set<string>()
  /** Null before the first snapshot. */
  #epoch: string | null = null
  #latest: { readonly meta: LiveMeta; readonly receivedAtMs: number } | null = null
  #area: LiveArea | null = null
  #isStale = false
  #isBusy = false
  /** Another server is about to refresh the area, instead of one that is gone. */
  isTakingOver = false
  /** Of a first sweep in progress; null otherwise. */
  progress: LiveProgress | null = null
  /** Of the last completely applied event. */
  lastEventId: string | null = null

  get failure(): LiveFailure | null {
    return (this.progress ?? this.#latest?.meta)?.failure ?? null
  }

  /** Whether any snapshot was applied. */
  get hasSnapshot(): boolean {
    return this.#epoch !== null
  }

  get size(): number {
    return this.#columns.size
  }

  /** -1 for an unknown vehicle. */
  slotOf(id: string): number {
    return this.#columns.slotOf(id)
  }

  /** The vehicle in a slot that is taken. */
  idOf(slot: number): string {
    return this.#columns.idOf(slot)
  }

  /** On this browser's clock; null without departed vehicles. */
  get nextExpiryMs(): number | null {
    return this.#departed.nextExpiryMs
  }

  /** Discards the unfinished snapshot of the stream before. */
  beginStream(): void {
    this.#pending = null
    this.isTakingOver = false
  }

  /**
   * Applies an event in short steps; until the last one `toArea` returns the state before. One event at a time.
   * @returns whether the area now shows the result of this event's sweep
   * @throws SequenceError before any change
   */
  *apply(event: LiveEvent): Steps<boolean> {
    this.isTakingOver = event.name === 'takeover'
    if (event.name === 'takeover') return false
    this.#isBusy = true
    try {
      if (event.name === 'progress') {
        this.#applyProgress(event.data, event.arrivedAtMs)
        return false
      }
      if (event.name === 'delta') yield* this.#applyDelta(event.data, event.arrivedAtMs)
      else if (!(yield* this.#applyPart(event.data, event.arrivedAtMs))) return false
      this.#complete(event.data, event.arrivedAtMs)
      this.lastEventId = event.id
      return true
    } finally {
      this.#isBusy = false
    }
  }

  /**
   * As a delta, of which the caller applies the changes of known vehicles.
   * @throws SequenceError before any change
   */
  *change(delta: Changes, arrivedAtMs: number, changeKnown: (columns: Columns) => Steps<void>): Steps<void> {
    this.#isBusy = true
    try {
      this.#expectSequence(delta)
      yield* this.#applyChanges(delta, arrivedAtMs, changeKnown)
      this.#complete(delta, arrivedAtMs)
    } finally {
      this.#isBusy = false
    }
  }

  /** Of its vehicles now. */
  get base(): BaseColumns {
    return this.#columns.base
  }

  /**
   * Gives a new view its first list: that of `base`, of which the caller applies the changes of the vehicles that stay.
   * @param base not changed
   */
  *begin(
    base: BaseColumns,
    { removed, added, epoch, meta }: Omit<Changes, 'after' | 'departures'>,
    arrivedAtMs: number,
    changeKnown: (columns: Columns) => Steps<void>,
  ): Steps<void> {
    const columns = Columns.of(base, this.#trails)
    yield* changeKnown(columns)
    for (const id of removed) columns.remove(id)
    yield* forEachInSteps(added, (record) => columns.add(record, null))
    columns.beginTrails()
    this.#columns = columns
    this.#complete({ meta, epoch }, arrivedAtMs)
  }

  /** @returns whether more are due */
  expireDeparted(nowMs: number): boolean {
    if (this.#isBusy) return false
    const expired = this.#departed.expire(nowMs, EXPIRED_AT_ONCE)
    for (const id of expired) this.#trails.forget(id)
    if (expired.length > 0) this.#isStale = true
    return expired.length === EXPIRED_AT_ONCE
  }

  /** The same object until something changes; null before the first vehicles. */
  toArea(): LiveArea | null {
    if (this.#latest === null || this.#isBusy || !this.#isStale) return this.#area
    const { meta, receivedAtMs } = this.#latest
    this.#isStale = false
    const mtimeServes = meta.mtimeServes === true
    const columns = this.#columns.copy
    this.#area = {
      ...columns,
      ...(!mtimeServes && { reportedAtMs: new Float64Array(columns.records.length).fill(Number.NaN) }),
      departed: this.#departed.list,
      meta,
      mtimeServes,
      fetchedAtMs: Date.parse(meta.fetchedAt),
      receivedAtMs,
      trailOf: (id) => this.#trailOf(id),
    }
    return this.#area
  }

  #applyProgress(progress: LiveProgress, arrivedAtMs: number): void {
    this.progress = progress
    // A restarted server knows less than the shown list, until its snapshot.
    if (this.hasSnapshot) return
    for (const vehicle of progress.vehicles) {
      const slot = this.#columns.slotOf(vehicle.id)
      if (slot >= 0) this.#columns.patch(slot, vehicle)
      else this.#columns.add(vehicle, null)
    }
    if (this.size === 0) return
    this.#latest = { meta: provisionalMeta(progress, this.size, arrivedAtMs), receivedAtMs: arrivedAtMs }
    this.#isStale = true
  }

  /** @returns whether this was the last part */
  *#applyPart({ epoch, part, parts, vehicles, meta }: LiveSnapshotPart, arrivedAtMs: number): Steps<boolean> {
    if (part === 0) this.#pending = { epoch, columns: new Columns(this.#trails, this.#columns), part: -1 }
    const pending = this.#pending
    if (pending?.epoch !== epoch || part !== pending.part + 1) {
      throw new SequenceError(`part ${part} of a snapshot after part ${pending?.part ?? 'none'}`)
    }
    pending.part = part
    const { columns } = pending
    const isFirst = this.#columns.size === 0 && this.#departed.list.length === 0
    yield* forEachInSteps(vehicles, (vehicle) => {
      if (columns.has(vehicle.id)) return
      const known = isFirst ? null : (this.#columns.known(vehicle.id) ?? this.#departed.known(vehicle.id))
      columns.add(known ? listedAgain(known.record, vehicle) : vehicle, known)
    })
    if (part < parts - 1) return false
    this.#pending = null
    yield* this.#replace(columns, arrivedAtMs, meta.incomplete)
    return true
  }

  *#replace(columns: Columns, arrivedAtMs: number, incomplete: LiveMeta['incomplete']): Steps<void> {
    const before = this.#columns
    this.#unconfirmed.clear()
    yield* forEachInSteps([...this.#departed.ids()], (id) => {
      if (columns.has(id)) this.#departed.takeBack(id)
    })
    yield* forEachInSteps(before.ids(), (id) => {
      const known = columns.has(id) ? null : before.known(id)
      if (!known) return
      // Vehicles beyond the cap are no longer followed, which does not mean that they left.
      if (incomplete === 'cap') this.#trails.forget(id)
      else if (incomplete === null) this.#departed.add(known, arrivedAtMs)
      else {
        columns.add(known.record, known)
        this.#unconfirmed.add(id)
      }
    })
    columns.release()
    this.#columns = columns
  }

  *#applyDelta(delta: LiveDelta, arrivedAtMs: number): Steps<void> {
    this.#expectSequence(delta)
    const columns = this.#columns
    const added: LiveVehicle[] = []
    const changes: VehiclePatch[] = []
    const slots: number[] = []
    yield* forEachInSteps(delta.upserts, (patch) => {
      const slot = columns.slotOf(patch.id)
      if (slot >= 0) slots[changes.push(patch) - 1] = slot
      else if (hasAllFields(patch)) added.push(patch)
      else throw new SequenceError(`a change of the unknown vehicle ${patch.id}`)
    })
    let at = 0
    const changeOf = changesAt(delta.meta.fetchedAt)
    yield* this.#applyChanges({ ...delta, added }, arrivedAtMs, () =>
      forEachInSteps(changes, (patch) => {
        columns.patch(slots[at++] as number, patch, changeOf)
        this.#unconfirmed.delete(patch.id)
      }),
    )
  }

  #expectSequence({ epoch, after = epoch }: Pick<LiveDelta, 'epoch' | 'after'>): void {
    if (this.#pending) throw new SequenceError(`a delta after part ${this.#pending.part} of a snapshot`)
    if (after !== this.#epoch)
      throw new SequenceError(`a delta after epoch ${after}, not ${this.#epoch ?? 'none'}`)
  }

  *#applyChanges(
    { added, removed, departures, meta }: Changes,
    arrivedAtMs: number,
    changeKnown: (columns: Columns) => Steps<void>,
  ): Steps<void> {
    const columns = this.#columns
    yield* changeKnown(columns)
    yield* forEachInSteps(added, (record) => {
      this.#unconfirmed.delete(record.id)
      if (!columns.has(record.id)) columns.add(record, this.#departed.takeBack(record.id))
    })
    const isComplete = meta.incomplete === null && meta.failure === null
    const gone = isComplete && this.#unconfirmed.size > 0 ? [...removed, ...this.#unconfirmed] : removed
    yield* forEachInSteps(gone, (id) => {
      this.#unconfirmed.delete(id)
      const known = columns.remove(id)
      // Only a complete sweep proves that a vehicle left; otherwise the server stopped following it.
      if (known && isComplete) this.#departed.add(known, arrivedAtMs)
      else if (known) this.#trails.forget(id)
    })
    for (const departure of departures) this.#departed.explain(departure)
  }

  #complete({ meta, epoch }: Pick<LiveDelta, 'meta' | 'epoch'>, arrivedAtMs: number): void {
    this.#epoch = epoch
    this.#latest = { meta, receivedAtMs: arrivedAtMs - meta.ageMs }
    this.#isStale = true
    this.progress = null
  }

  /** A vehicle that never moved has one position. */
  #trailOf(id: string): readonly Position[] {
    const trail = this.#trails.of(id)
    if (trail.length > 0) return trail
    const position = (this.#columns.known(id) ?? this.#departed.known(id))?.position ?? null
    return position === null ? [] : [position]
  }
}
