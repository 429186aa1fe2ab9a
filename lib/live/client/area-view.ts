import {
  type Changes,
  type Departure,
  type LiveFailure,
  type LiveMeta,
  type LiveProgress,
  type LiveVehicle,
  UNCONFIRMED_MAXIMUM_MS,
} from '@/lib/api/contract/live'
import { isSame } from '@/lib/vehicles/difference'
import { finish, forEachInSteps, type Steps } from '@/lib/vehicles/steps'
import { VehicleTable } from '@/lib/vehicles/vehicle-table'
import {
  type DerivedColumns,
  deriveColumns,
  noColumns,
  SLOTS_A_STEP,
  Trails,
} from './derived-columns'
import { DEPARTED_MS, type DepartedVehicle, type LiveArea, provisionalMeta } from './live-area'
import type { LiveEvent } from './stream'

const EXPIRED_AT_ONCE = 5_000
const NONE: ReadonlySet<string> = new Set()

/** A vehicle that is shown though the list lacks it. */
interface Unlisted {
  readonly record: LiveVehicle
  readonly generation: number
}

/** The state of one area, from its events. Changed in place; `toArea` returns immutable copies. */
export class AreaView {
  readonly #trails = new Trails()
  readonly #departed = new DepartedVehicles()
  #table: VehicleTable
  /** Of a snapshot that is not complete yet. */
  #pending: VehicleTable | null = null
  /** Whether the last part of the table's list came. */
  #isWhole = false
  /**
   * Vehicles from before a snapshot that is incomplete or not settled: shown until a settled sweep
   * proves that they left, or until UNCONFIRMED_MAXIMUM_MS.
   */
  #unconfirmed: ReadonlyMap<string, Unlisted> = new Map()
  /**
   * The list of `toArea`: that of the table, and unconfirmed vehicles behind
   * it. Replaced, never changed.
   */
  #shown = new VehicleTable()
  #columns: DerivedColumns = noColumns
  #latest: { readonly meta: LiveMeta; readonly receivedAtMs: number } | null = null
  #area: LiveArea | null = null
  #isStale = false
  #isBusy = false
  hasSnapshot = false
  /** Another server is about to refresh the area, instead of one that is gone. */
  isTakingOver = false
  /** Of a first sweep in progress; null otherwise. */
  progress: LiveProgress | null = null

  /**
   * @param table of a list to begin with, from now on the view's own: shown with the
   * changes that are applied first
   */
  constructor(table = new VehicleTable()) {
    this.#table = table
  }

  get failure(): LiveFailure | null {
    return (this.progress ?? this.#latest?.meta)?.failure ?? null
  }

  get size(): number {
    return this.#table.size + this.#unconfirmed.size
  }

  /** Of the list that was applied last; null where only a snapshot helps. */
  get lastEventId(): string | null {
    return this.#isWhole ? this.#table.version : null
  }

  copyTable(): VehicleTable {
    return this.#table.copy()
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
   * Applies an event in short steps; until the last one `toArea` returns the state
   * before. One event at a time.
   * @returns whether the area now shows the result of this event's sweep
   * @throws SequenceError before any change
   */
  *apply(event: LiveEvent): Steps<boolean> {
    this.isTakingOver = event.name === 'takeover'
    if (event.name === 'takeover') return false
    this.#isBusy = true
    try {
      if (event.name === 'changes') return yield* this.#applyChanges(event.data, event.arrivedAtMs)
      yield* this.#applyProgress(event.data, event.arrivedAtMs)
      return false
    } finally {
      this.#isBusy = false
    }
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
    // Progress comes with each page, and is shown less often.
    if (!this.hasSnapshot) finish(this.#show())
    const mtimeServes = meta.mtimeServes === true
    const { length } = this.#shown.records
    const reportedAtMs = mtimeServes
      ? this.#columns.reportedAtMs
      : new Float64Array(length).fill(Number.NaN)
    this.#area = {
      table: this.#shown,
      ...this.#columns,
      reportedAtMs,
      departed: this.#departed.list,
      meta,
      mtimeServes,
      fetchedAtMs: Date.parse(meta.fetchedAt),
      receivedAtMs,
      trailOf: (id) => this.#trails.of(id),
    }
    return this.#area
  }

  *#applyProgress(progress: LiveProgress, arrivedAtMs: number): Steps<void> {
    this.progress = progress
    // A restarted server knows less than the shown list, until its snapshot.
    if (this.hasSnapshot) return
    const listed = new Map(progress.vehicles.map((vehicle) => [vehicle.id, vehicle]))
    const difference = yield* this.#table.compare(listed, NONE)
    const meta = provisionalMeta(progress, this.size + difference.added.length, arrivedAtMs)
    const head = { version: 'progress', after: this.#table.version, atMs: progress.atMs, meta }
    yield* this.#table.apply({ ...head, departures: [], ...difference })
    if (this.size === 0) return
    this.#latest = { meta, receivedAtMs: arrivedAtMs }
    this.#isStale = true
  }

  *#applyChanges(changes: Changes, arrivedAtMs: number): Steps<boolean> {
    const { after, isPart, meta, departures } = changes
    if (after === null) this.#pending = new VehicleTable()
    const snapshot = this.#pending
    if (snapshot) yield* snapshot.apply({ ...changes, added: yield* this.#shared(changes.added) })
    else {
      this.#isWhole &&= !isPart
      yield* this.#table.apply(changes)
    }
    if (isPart) return false
    if (snapshot) this.#begin(snapshot)
    yield* this.#takeOut(snapshot !== null, meta, arrivedAtMs)
    yield* this.#show()
    for (const departure of departures) this.#departed.explain(departure)
    this.#isWhole = true
    this.hasSnapshot = true
    this.#latest = { meta, receivedAtMs: arrivedAtMs - meta.ageMs }
    this.#isStale = true
    this.progress = null
    return true
  }

  /** Vehicles that are as they were keep their records. */
  *#shared(vehicles: readonly LiveVehicle[]): Steps<LiveVehicle[]> {
    const shared: LiveVehicle[] = []
    yield* forEachInSteps(vehicles, (vehicle) => {
      const known = this.#shown.get(vehicle.id) ?? this.#departed.get(vehicle.id)
      shared.push(known && isSame(known, vehicle) ? known : vehicle)
    })
    return shared
  }

  /** Replaces the list; a vehicle that is in the same slot again is the same there. */
  #begin(snapshot: VehicleTable): void {
    const { records, generation } = this.#shown
    for (const [slot, record] of snapshot.records.entries())
      if (record && records[slot]?.id === record.id)
        snapshot.generation[slot] = generation[slot] as number
    this.#table = snapshot
    this.#pending = null
  }

  /**
   * Decides about vehicles that are shown and not in the table any more, and those that are back.
   */
  *#takeOut(isSnapshot: boolean, meta: LiveMeta, arrivedAtMs: number): Steps<void> {
    const { incomplete, failure, isSettled = true } = meta
    const fetchedAtMs = Date.parse(meta.fetchedAt)
    const table = this.#table
    yield* forEachInSteps([...this.#departed.ids()], (id) => {
      if (table.slotOf(id) >= 0) this.#departed.delete(id)
    })
    const isComplete = incomplete === null && (isSnapshot || failure === null)
    const unconfirmed = new Map<string, Unlisted>()
    const { records, generation } = this.#shown
    for (const [slot, record] of records.entries()) {
      if (slot % SLOTS_A_STEP === SLOTS_A_STEP - 1) yield
      if (!record || table.records[slot]?.id === record.id || table.slotOf(record.id) >= 0) continue
      const { id } = record
      const isRemovedByServer = !isSnapshot && !this.#unconfirmed.has(id)
      const sinceMs = record.unconfirmedSinceMs ?? fetchedAtMs
      const isOverdue = fetchedAtMs - sinceMs >= UNCONFIRMED_MAXIMUM_MS
      if (isComplete && (isSettled || isOverdue || isRemovedByServer)) {
        this.#departed.add(record, arrivedAtMs)
      } else if (incomplete === 'cap' || isRemovedByServer) {
        // Vehicles beyond the cap are no longer followed, which does not mean that they left.
        this.#trails.forget(id)
      } else {
        const kept = { ...record, unconfirmedSinceMs: sinceMs }
        unconfirmed.set(id, { record: kept, generation: generation[slot] as number })
      }
    }
    this.#unconfirmed = unconfirmed
  }

  *#show(): Steps<void> {
    const shown = this.#table.copy()
    for (const { record, generation } of this.#unconfirmed.values())
      shown.append(record, generation)
    const columns = yield* deriveColumns(shown, this.#shown, this.#columns, this.#trails)
    if (columns !== this.#columns) this.#shown = shown
    this.#columns = columns
  }
}

/** Vehicles that left the results, until DEPARTED_MS later. */
class DepartedVehicles {
  // In the order of departure; a reason that arrives later does not change it.
  readonly #byId = new Map<string, DepartedVehicle>()
  #list: readonly DepartedVehicle[] | null = []

  add(record: LiveVehicle, leftAtMs: number): void {
    this.#byId.delete(record.id)
    this.#byId.set(record.id, { record, reason: null, now: null, leftAtMs })
    this.#list = null
  }

  /** Ignores a vehicle that came back or was dropped. */
  explain({ id, reason, record }: Departure): void {
    const departed = this.#byId.get(id)
    if (!departed) return
    this.#byId.set(id, { ...departed, reason, now: record })
    this.#list = null
  }

  get(id: string): LiveVehicle | undefined {
    return this.#byId.get(id)?.record
  }

  ids(): Iterable<string> {
    return this.#byId.keys()
  }

  delete(id: string): void {
    if (this.#byId.delete(id)) this.#list = null
  }

  expire(nowMs: number, atMost: number): string[] {
    const expired: string[] = []
    for (const [id, { leftAtMs }] of this.#byId) {
      if (leftAtMs + DEPARTED_MS > nowMs || expired.length === atMost) break
      expired.push(id)
    }
    for (const id of expired) this.delete(id)
    return expired
  }

  /** On this browser's clock; null without departed vehicles. */
  get nextExpiryMs(): number | null {
    for (const { leftAtMs } of this.#byId.values()) return leftAtMs + DEPARTED_MS
    return null
  }

  /** Newest first; the same list until something changes. */
  get list(): readonly DepartedVehicle[] {
    this.#list ??= [...this.#byId.values()].reverse()
    return this.#list
  }
}
