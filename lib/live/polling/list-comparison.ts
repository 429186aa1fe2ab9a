import type { AreaSearch, Departure, LiveVehicle } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import { distanceMetres } from '@/lib/interface/geometry'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { type Annotate, annotated, isSameVehicle, withRemarksOf } from '@/lib/live/annotations'
import type { Difference } from '@/lib/vehicles/difference'
import { inSteps } from '@/lib/vehicles/steps'
import type { VehicleTable } from '@/lib/vehicles/vehicle-table'
import { withRoundedPosition } from './collected-pages'
import { MissedVehicles } from './missed-vehicles'
import { createBelief } from './settled'
import { comparedStatus, isThere } from './status-answers'
import type { Sweep } from './sweep'

export interface ListComparisonOptions {
  /** The area's list as it is now. */
  readonly list: () => VehicleTable
  /**
   * The most vehicles after a sweep that is incomplete or not settled: those unseen for the
   * longest are dropped first.
   */
  readonly keptMaximum: () => number
  readonly clock: Clock
}

/** Changes by a sweep. */
export interface SweepFindings {
  readonly difference: Difference
  /** Records that leave the list with a complete sweep. */
  readonly left: readonly LiveVehicle[]
  /** Vehicles of the list with the changes. */
  readonly size: number
  /** Whether the vehicles that the sweep lacks are gone. */
  readonly isSettled: boolean
}

/** Changes by answers of `/status` for vehicles that sweeps lacked. */
export interface StatusFindings {
  readonly difference: Difference
  /** Of vehicles that are not in the list with the changes. */
  readonly departures: readonly Departure[]
  /** Vehicles of the list with the changes. */
  readonly size: number
}

/**
 * Within a sweep vehicles drive, or jitter, across the edge of the circle and back: at
 * most a quarter of the radius.
 */
const EDGE_METRES = 500

// About a millisecond of work.
const ANNOTATED_PER_TURN = 1000

/** Finds what sweeps and answers of `/status` change in an area's list, which stays as it is. */
export class ListComparison {
  readonly #area: AreaSearch
  readonly #options: ListComparisonOptions
  readonly #missed: MissedVehicles
  readonly #belief = createBelief()
  /** Vehicles that the newest sweep does not list, where it was settled and of several pages. */
  #unseen: ReadonlySet<string> = new Set()
  /** Of the list that the newest findings led to. */
  #version: string | null = null

  constructor(area: AreaSearch, options: ListComparisonOptions) {
    this.#area = area
    this.#options = options
    this.#missed = new MissedVehicles(options.clock)
  }

  /** Notes the version that the list has with the newest findings. */
  applied(version: string): void {
    this.#version = version
  }

  /** Finds what a sweep changes, yielding to the event loop. */
  async compareSweep(sweep: Sweep, annotate: Annotate): Promise<SweepFindings> {
    const list = this.#currentList()
    const { vehicles, incomplete, pages } = sweep
    const atMs = Date.parse(sweep.fetchedAt ?? '')
    const found = await this.#changedVehicles(sweep, annotate, atMs)
    const unseen = [...list.ids()].filter((id) => !vehicles.has(id))
    this.#missed.noteListed(vehicles.keys())

    const isOfOneMoment = pages === 1
    const isEvidence = sweep.isSettled && !isOfOneMoment
    this.#unseen = new Set(isEvidence ? unseen : [])
    const isBelieved = isOfOneMoment || unseen.length === 0 || this.#belief.holds
    const isSettled = sweep.isSettled && isBelieved
    if (incomplete === null && !isSettled) {
      for (const id of this.#missed.noteMissed(unseen, atMs, list)) this.#mark(id, found)
    }

    const gone = new Set(this.#goneOf(unseen, sweep, isSettled))
    for (const id of gone) found.delete(id)
    const difference = await inSteps(list.compare(found, gone), this.#options.clock)
    this.#missed.endSweep(vehicles.keys())
    this.#missed.forget(gone)
    return {
      difference,
      left: incomplete === null ? recordsOf(gone, list) : [],
      size: list.size + difference.added.length - gone.size,
      isSettled,
    }
  }

  /** Chooses missed vehicles to ask `/status` for. */
  chooseAsked(): LiveVehicle[] {
    return recordsOf(this.#missed.chooseAsked(), this.#currentList())
  }

  /**
   * Finds what the answers of `/status` change: those of missed vehicles confirm or remove
   * these, and the others that are missed are not confirmed.
   * @param refused vehicles that the service refused to be asked about
   * @param atMs when the answers arrived
   */
  async compareStatuses(
    answers: readonly Departure[],
    refused: number,
    annotate: Annotate,
    atMs: number,
  ): Promise<StatusFindings> {
    const list = this.#currentList()
    const change = { atMs, isBeginning: true }
    const found = new Map<string, LiveVehicle>()
    const gone = new Set<string>()
    const departures: Departure[] = []
    const statuses = this.#confirmedStatuses(list)
    this.#weigh(answers, refused, statuses)

    for (const answer of answers) {
      const { id, reason, record } = answer
      const listed = list.get(id)
      if (!listed) departures.push(answer)
      if (!listed || !this.#missed.has(id) || reason === 'not-answered') continue
      if (!record || !isThere(answer, statuses)) {
        gone.add(id)
        departures.push(answer)
        continue
      }
      this.#missed.confirm(id)
      const row = withRemarksOf(listed, withRoundedPosition(record))
      const annotation = annotate(row, listed)
      if (!isSameVehicle(listed, row, annotation))
        found.set(id, annotated(row, annotation, listed, change))
    }

    for (const id of this.#missed.unconfirmed()) if (!gone.has(id)) this.#mark(id, found)
    const difference = await inSteps(list.compare(found, gone), this.#options.clock)
    this.#missed.forget(gone)
    return { difference, departures, size: list.size - gone.size }
  }

  /** Releases its memory. */
  clear(): void {
    this.#missed.clear()
  }

  #currentList(): VehicleTable {
    const list = this.#options.list()
    // Another node swept meanwhile.
    if (list.version !== this.#version) {
      this.#missed.restart()
      this.#unseen = new Set()
      this.#version = list.version
    }
    return list
  }

  async #changedVehicles(
    { vehicles }: Sweep,
    annotate: Annotate,
    atMs: number,
  ): Promise<Map<string, LiveVehicle>> {
    const list = this.#options.list()
    const change = { atMs, isBeginning: true }
    const changed = new Map<string, LiveVehicle>()
    let read = 0
    for (const [id, record] of vehicles) {
      const listed = list.get(id)
      const annotation = annotate(record, listed)
      // Most stay as they are: a copy of each would be collected as garbage.
      if (!listed || !isSameVehicle(listed, record, annotation))
        changed.set(id, annotated(record, annotation, listed, change))
      if (++read % ANNOTATED_PER_TURN === 0) await this.#options.clock.yieldToEventLoop()
    }
    return changed
  }

  #weigh(
    answers: readonly Departure[],
    refused: number,
    statuses: ReadonlySet<string | null>,
  ): void {
    const decided = answers.filter(
      ({ id, reason }) => this.#unseen.has(id) && reason !== 'not-answered',
    )
    const there = decided.filter((answer) => isThere(answer, statuses))
    const wellInside = there.filter(({ record }) => this.#isWellInside(record))
    this.#belief.weigh({
      gone: decided.length - there.length + refused,
      there: wellInside.length,
    })
  }

  #isWellInside(record: VehicleSearchObject | null): boolean {
    if (!record?.position) return false
    const { position, radius } = this.#area
    const edge = Math.min(EDGE_METRES, radius / 4)
    return distanceMetres(position, record.position) <= radius - edge
  }

  /** Marks a missed vehicle as not confirmed. */
  #mark(id: string, found: Map<string, LiveVehicle>): void {
    const listed = this.#options.list().get(id)
    const unconfirmedSinceMs = this.#missed.sinceMs(id)
    if (!listed || unconfirmedSinceMs === null) return
    if (typeof listed.unconfirmedSinceMs === 'number') return
    found.set(id, { ...listed, unconfirmedSinceMs })
  }

  /** Statuses of vehicles that the newest sweep lists. */
  #confirmedStatuses(list: VehicleTable): ReadonlySet<string | null> {
    const statuses = new Set<string | null>()
    for (const { id, status } of list.vehicles())
      if (!this.#missed.has(id)) statuses.add(comparedStatus(status))
    return statuses
  }

  /** The vehicles that leave the list with a sweep that lacks them. */
  #goneOf(
    unseen: readonly string[],
    { vehicles, incomplete, dropped }: Sweep,
    isSettled: boolean,
  ): string[] {
    // Each row without an id may be an unseen vehicle.
    if (isSettled) {
      const count = Math.max(0, unseen.length - dropped)
      return this.#missed.longestUnseen(unseen).slice(0, count)
    }
    const isOverdue = (id: string) => incomplete === null && this.#missed.isOverdue(id)
    const overdue = unseen.filter((id) => isOverdue(id))
    const kept = unseen.filter((id) => !isOverdue(id))
    const excess = Math.max(0, kept.length + vehicles.size - this.#options.keptMaximum())
    return [...overdue, ...this.#missed.longestUnseen(kept).slice(0, excess)]
  }
}

function recordsOf(ids: Iterable<string>, list: VehicleTable): LiveVehicle[] {
  const records: LiveVehicle[] = []
  for (const id of ids) {
    const record = list.get(id)
    if (record) records.push(record)
  }
  return records
}
