import type {
  Annotation,
  AreaSearch,
  Departure,
  ListedRow,
  LiveMeta,
  LiveVehicle,
} from '@/lib/api/contract/live'
import { modifiedMs, TOLERATED_SKEW_MS, UNCONFIRMED_MAXIMUM_MS } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import { distanceMetres } from '@/lib/interface/geometry'
import type { SearchPage, VehicleSearchObject } from '@/lib/interface/resources'
import { isSameStatus, normaliseStatus } from '@/lib/interface/statuses'
import { meansNever } from '@/lib/interface/times'
import { isSameValue, ownValue } from '@/lib/interface/values'
import type { Fetched } from '@/lib/upstream/service'
import { inSteps } from '@/lib/vehicles/steps'
import { type Difference, isSame, roundPosition, VehicleTable } from '@/lib/vehicles/vehicle-table'
import { createBelief } from './settled'

export interface Arrival {
  readonly vehicles: number
  /** Milliseconds since the epoch. */
  readonly atMs: number
}

export class CollectedPages {
  readonly vehicles = new Map<string, ListedRow>()
  /** When each page arrived, and how many of `vehicles`, in their order, were read by then. */
  readonly arrivals: Arrival[] = []
  pages = 0
  /** The service's last estimate. */
  total: number | null = null
  /**
   * The largest of its estimates: vehicles that left while it was read are still in
   * those of the first pages.
   */
  largestTotal: number | null = null
  /** The search as the service echoed it on the first page. */
  query: string | null = null
  /** Rows without a readable id. */
  dropped = 0
  /** Vehicles with an unreadable field. */
  unreadable = 0
  /** Vehicles with a value that was read in another form than specified. */
  inOtherForms = 0
  /** When the last page arrived; null when none did. */
  fetchedAt: string | null = null
  readonly #unreadableIds = new Set<string>()
  readonly #idsInOtherForms = new Set<string>()

  /**
   * @param vehiclesMaximum the most vehicles to hold after it
   * @returns the vehicles not seen before in this sweep, the number of those of earlier pages that
   * came again, and whether the cap cut some off
   */
  add({ data, dropped, fetchedAt }: Fetched<SearchPage>, vehiclesMaximum: number) {
    const { vehicles } = this
    const atMs = Date.parse(fetchedAt)
    const fresh: ListedRow[] = []
    const freshIds = new Set<string>()
    let again = 0
    let isOverCap = false
    for (const row of data.vehicles) {
      const vehicle = withRemarks(withRoundedPosition(row), data)
      const earlier = vehicles.get(vehicle.id)
      if (earlier) {
        vehicles.set(vehicle.id, newestOf(earlier, vehicle, atMs))
        if (!freshIds.has(vehicle.id)) again++
      } else if (vehicles.size < vehiclesMaximum) {
        vehicles.set(vehicle.id, vehicle)
        fresh.push(vehicle)
        freshIds.add(vehicle.id)
      } else isOverCap = true
    }
    for (const id of Object.keys(data.unreadable)) this.#unreadableIds.add(id)
    for (const id of Object.keys(data.forms)) this.#idsInOtherForms.add(id)
    if (this.pages === 0) this.query = data.query
    this.arrivals.push({ vehicles: vehicles.size, atMs })
    this.pages += 1
    this.total = data.total ?? this.total
    if (data.total !== null) this.largestTotal = Math.max(this.largestTotal ?? 0, data.total)
    this.dropped += dropped
    this.unreadable = this.#unreadableIds.size
    this.inOtherForms = this.#idsInOtherForms.size
    this.fetchedAt = fetchedAt
    return { fresh, again, isOverCap }
  }
}

/** As lists have it, so that it can be compared with them; most services send no more digits. */
function withRoundedPosition(row: VehicleSearchObject): VehicleSearchObject {
  const position = row.position && roundPosition(row.position)
  return isSameValue(position, row.position) ? row : { ...row, position }
}

function withRemarks(row: VehicleSearchObject, { unreadable, forms }: SearchPage): ListedRow {
  const { id } = row
  const isPlain = !Object.hasOwn(unreadable, id) && !Object.hasOwn(forms, id)
  if (isPlain) return row
  return { ...row, unreadable: ownValue(unreadable, id), forms: ownValue(forms, id) } as ListedRow
}

/** `/status` is expected to write its values as the list does. */
function withRemarksOf({ unreadable, forms }: LiveVehicle, row: VehicleSearchObject): ListedRow {
  const isPlain = unreadable === undefined && forms === undefined
  return isPlain ? row : ({ ...row, unreadable, forms } as ListedRow)
}

/**
 * Picks the newer of two rows of one vehicle: by mtime if both are times that can be; else the row
 * read later, since a vehicle can move from one page to the next during a sweep.
 * @param atMs arrival of the later row
 */
export function newestOf(earlier: ListedRow, later: ListedRow, atMs: number) {
  const [before, after] = [modifiedMs(earlier.mtime), modifiedMs(later.mtime)]
  const arePlausible = before <= atMs + TOLERATED_SKEW_MS && !meansNever(later.mtime)
  return before > after && arePlausible ? earlier : later
}

/** Called once for each vehicle of a sweep, in the sweep's order. */
export type Annotate = (record: VehicleSearchObject, listed: LiveVehicle | undefined) => Annotation

type ComparedSweep = Pick<CollectedPages, 'pages' | 'dropped' | 'fetchedAt'> & {
  readonly vehicles: ReadonlyMap<string, ListedRow>
  readonly incomplete: LiveMeta['incomplete']
  readonly isSettled: boolean
}

/** A vehicle of the list that the newest complete sweeps lack, though they may have missed it. */
interface Missed {
  /** Arrival of the first of these sweeps; server time. */
  readonly sinceMs: number
  /** The same moment on the monotonic clock. */
  readonly beganMs: number
  /** Whether `/status` confirmed it after the newest of them. */
  isConfirmed: boolean
}

/** Changes by the answers of `/status` for vehicles that the list lacked. */
export interface StatusFindings {
  readonly difference: Difference
  /** Of vehicles that are not in the list with the changes. */
  readonly departures: readonly Departure[]
  readonly size: number
}

/**
 * Within a sweep vehicles drive, or jitter, across the edge of the circle and back: at
 * most a quarter of the radius.
 */
const EDGE_METRES = 500

/** Vehicles that `/status` is asked for after a sweep. */
export const STATUS_CALLS_MAXIMUM = 5

// About a millisecond of work.
const ANNOTATED_PER_TURN = 1000

/** The vehicles of an area as of its last sweep. */
export class VehicleList {
  readonly #area: AreaSearch
  readonly #keptMaximum: () => number
  readonly #clock: Pick<Clock, 'yieldToEventLoop' | 'monotonicNow'>
  /** The sweep after which each vehicle was seen or asked for last, of this node's sweeps. */
  readonly #seenIn = new Map<string, number>()
  readonly #missed = new Map<string, Missed>()
  readonly #belief = createBelief()
  /** Vehicles that the newest sweep lacks, where it was settled and of several pages. */
  #lacking: ReadonlySet<string> = new Set()
  #sweeps = 0
  table = new VehicleTable()

  /**
   * @param keptMaximum the most vehicles after a sweep that is incomplete or not settled: those
   * unseen for the longest are dropped first
   */
  constructor(
    area: AreaSearch,
    keptMaximum: () => number,
    clock: Pick<Clock, 'yieldToEventLoop' | 'monotonicNow'>,
  ) {
    this.#area = area
    this.#keptMaximum = keptMaximum
    this.#clock = clock
  }

  get size(): number {
    return this.table.size
  }

  /**
   * Finds what a sweep changes, yielding to the event loop. The list stays as it is until
   * it is applied to the table.
   * @returns the changes, the records that leave the list with a complete sweep, the size of the
   * list with the changes, and whether the vehicles that the sweep lacks are gone
   */
  async compare(sweep: ComparedSweep, annotate: Annotate) {
    const { vehicles, incomplete, pages, fetchedAt } = sweep
    const atMs = Date.parse(fetchedAt ?? '')
    const change = { atMs, isBeginning: true }
    const found = new Map<string, LiveVehicle>()
    let read = 0
    for (const [id, record] of vehicles) {
      const listed = this.table.get(id)
      const annotation = annotate(record, listed)
      // Most stay as they are: a copy of each would be collected as garbage.
      if (!listed || !isSameVehicle(listed, record, annotation))
        found.set(id, annotated(record, annotation, listed, change))
      if (++read % ANNOTATED_PER_TURN === 0) await this.#clock.yieldToEventLoop()
    }
    const unseen = [...this.table.ids()].filter((id) => !vehicles.has(id))
    for (const id of vehicles.keys()) this.#missed.delete(id)
    const isOfOneMoment = pages === 1
    const isEvidence = sweep.isSettled && !isOfOneMoment
    this.#lacking = new Set(isEvidence ? unseen : [])
    const isBelieved = isOfOneMoment || unseen.length === 0 || this.#belief.holds
    const isSettled = sweep.isSettled && isBelieved
    const isDoubtful = incomplete === null && !isSettled
    if (isDoubtful) {
      const doubted = this.#miss(unseen, atMs)
      for (const id of doubted) this.#doubt(id, found)
    }
    const gone = new Set(this.#gone(unseen, { ...sweep, isSettled }))
    for (const id of gone) found.delete(id)
    const difference = await inSteps(this.table.compare(found, gone), this.#clock)
    this.#sweeps++
    for (const id of vehicles.keys()) this.#seenIn.set(id, this.#sweeps)
    this.#forget(gone)
    const left =
      incomplete === null ? Array.from(gone, (id) => this.table.get(id) as LiveVehicle) : []
    const size = this.table.size + difference.added.length - gone.size
    return { difference, left, size, isSettled }
  }

  /** Chooses missed vehicles to ask `/status` for. */
  chooseMissed(): LiveVehicle[] {
    const chosen = this.#nextAsked()
    for (const id of chosen) this.#seenIn.set(id, this.#sweeps)
    return chosen.flatMap((id) => this.table.get(id) ?? [])
  }

  /**
   * Finds what the answers of `/status` change: those of missed vehicles confirm or remove
   * these, and the others that are missed are not confirmed. The list stays as it is until
   * it is applied to the table.
   * @param refused vehicles that the service refused to be asked about
   */
  async take(
    answers: readonly Departure[],
    refused: number,
    annotate: Annotate,
    atMs: number,
  ): Promise<StatusFindings> {
    const change = { atMs, isBeginning: true }
    const found = new Map<string, LiveVehicle>()
    const gone = new Set<string>()
    const departures: Departure[] = []
    const statuses = this.#confirmedStatuses()
    this.#weigh(answers, refused, statuses)
    for (const answer of answers) {
      const { id, reason, record } = answer
      const listed = this.table.get(id)
      const missed = this.#missed.get(id)
      if (!listed) departures.push(answer)
      if (!listed || !missed || reason === 'not-answered') continue
      if (!record || !isThere(answer, statuses)) {
        gone.add(id)
        departures.push(answer)
        continue
      }
      missed.isConfirmed = true
      const row = withRemarksOf(listed, withRoundedPosition(record))
      const annotation = annotate(row, listed)
      if (!isSameVehicle(listed, row, annotation))
        found.set(id, annotated(row, annotation, listed, change))
    }
    for (const [id, { isConfirmed }] of this.#missed)
      if (!isConfirmed && !gone.has(id)) this.#doubt(id, found)
    const difference = await inSteps(this.table.compare(found, gone), this.#clock)
    this.#forget(gone)
    return { difference, departures, size: this.table.size - gone.size }
  }

  /** Takes the list that another node made. */
  adopt(table: VehicleTable): void {
    this.table = table
    this.#missed.clear()
    this.#lacking = new Set()
  }

  clear(): void {
    this.table = new VehicleTable()
    this.#seenIn.clear()
    this.#missed.clear()
  }

  #weigh(
    answers: readonly Departure[],
    refused: number,
    statuses: ReadonlySet<string | null>,
  ): void {
    const decided = answers.filter(
      ({ id, reason }) => this.#lacking.has(id) && reason !== 'not-answered',
    )
    const there = decided.filter((answer) => isThere(answer, statuses))
    const { length: inside } = there.filter(({ record }) => this.#isWellInside(record))
    this.#belief.weigh({ gone: decided.length - there.length + refused, there: inside })
  }

  #isWellInside(record: VehicleSearchObject | null): boolean {
    if (!record?.position) return false
    const { position, radius } = this.#area
    const edge = Math.min(EDGE_METRES, radius / 4)
    return distanceMetres(position, record.position) <= radius - edge
  }

  #forget(gone: Iterable<string>): void {
    for (const id of gone) {
      this.#seenIn.delete(id)
      this.#missed.delete(id)
    }
  }

  /** Missed vehicles that were not seen, or asked for, for the longest. */
  #nextAsked(): string[] {
    return this.#longestUnseen([...this.#missed.keys()]).slice(0, STATUS_CALLS_MAXIMUM)
  }

  /**
   * Notes vehicles that a sweep lacks.
   * @returns those to be marked: a first miss that `/status` is about to be
   * asked for waits for the answer
   */
  #miss(unseen: readonly string[], atMs: number): string[] {
    const nowMs = this.#clock.monotonicNow()
    const missedBefore = new Set<string>()
    for (const id of unseen) {
      const known = this.#missed.get(id)
      if (known) {
        if (!known.isConfirmed) missedBefore.add(id)
        known.isConfirmed = false
        continue
      }
      // Marked by the node that swept before.
      const sinceMs = this.table.get(id)?.unconfirmedSinceMs ?? atMs
      const beganMs = nowMs - Math.max(0, atMs - sinceMs)
      this.#missed.set(id, { sinceMs, beganMs, isConfirmed: false })
    }
    const asked = new Set(this.#nextAsked())
    return unseen.filter((id) => missedBefore.has(id) || !asked.has(id))
  }

  /** Marks a vehicle as not confirmed. */
  #doubt(id: string, found: Map<string, LiveVehicle>): void {
    const listed = this.table.get(id)
    const missed = this.#missed.get(id)
    if (!listed || !missed || typeof listed.unconfirmedSinceMs === 'number') return
    found.set(id, { ...listed, unconfirmedSinceMs: missed.sinceMs })
  }

  /** Statuses of vehicles that the newest list has. */
  #confirmedStatuses(): ReadonlySet<string | null> {
    const statuses = new Set<string | null>()
    for (const { id, status } of this.table.vehicles())
      if (!this.#missed.has(id)) statuses.add(comparedStatus(status))
    return statuses
  }

  #gone(unseen: readonly string[], { vehicles, incomplete, isSettled, dropped }: ComparedSweep) {
    // Each row without an id may be an unseen vehicle.
    if (isSettled) return this.#longestUnseen(unseen).slice(0, Math.max(0, unseen.length - dropped))
    const isOverdue = (id: string) => incomplete === null && this.#isOverdue(id)
    const overdue = unseen.filter((id) => isOverdue(id))
    const kept = unseen.filter((id) => !isOverdue(id))
    const excess = Math.max(0, kept.length + vehicles.size - this.#keptMaximum())
    return [...overdue, ...this.#longestUnseen(kept).slice(0, excess)]
  }

  #isOverdue(id: string): boolean {
    const beganMs = this.#missed.get(id)?.beganMs
    return beganMs !== undefined && this.#clock.monotonicNow() - beganMs >= UNCONFIRMED_MAXIMUM_MS
  }

  #longestUnseen(ids: readonly string[]): string[] {
    const seenIn = (id: string) => this.#seenIn.get(id) ?? 0
    return [...ids].sort((a, b) => seenIn(a) - seenIn(b))
  }
}

/**
 * Whether a vehicle that the list lacks belongs into it.
 * @param statuses of listed vehicles: a service may list those of some statuses only
 */
function isThere({ reason, record }: Departure, statuses: ReadonlySet<string | null>): boolean {
  if (reason === 'not-listed') return true
  if (reason !== 'status-changed' || record === null) return false
  return statuses.has(comparedStatus(record.status))
}

function comparedStatus(status: string | null): string | null {
  return status === null ? null : normaliseStatus(status)
}

const FIELDS = Object.keys(vehicleSearchObjectFields) as (keyof VehicleSearchObject)[]

const REMARKS = ['unreadable', 'forms'] as const

/**
 * Has the shape of an annotated record: adding fields to a copy of another shape
 * takes V8 ten times as long.
 */
const SHAPE = Object.fromEntries(
  [...FIELDS, 'directory', 'statusSince', 'changedSince', 'aheadSinceMs', 'unconfirmedSinceMs'].map(
    (name) => [name, undefined],
  ),
)

/** Whether a vehicle is listed as it was read, and confirmed. Left out and null are the same. */
function isSameVehicle(listed: LiveVehicle, record: ListedRow, annotation: Annotation): boolean {
  for (const name of FIELDS) if (!isSameValue(listed[name], record[name])) return false
  for (const name of REMARKS) if (!isSame(listed[name], record[name])) return false
  return (
    isSame(listed.directory ?? null, annotation.directory ?? null) &&
    isSame(listed.statusSince ?? null, annotation.statusSince ?? null) &&
    (listed.aheadSinceMs ?? null) === (annotation.aheadSinceMs ?? null) &&
    (listed.unconfirmedSinceMs ?? null) === null &&
    (listed.changedSince !== undefined || annotation.changedSince === undefined)
  )
}

/**
 * A record with its annotation. A field that was listed becomes null when it is no longer known.
 */
function annotated(
  record: ListedRow,
  { directory, statusSince, changedSince, aheadSinceMs }: Annotation,
  listed: LiveVehicle | undefined,
  change: NonNullable<LiveVehicle['changedSince']>,
): LiveVehicle {
  const isChanged =
    listed &&
    (!isSameStatus(listed.status, record.status) || !isSameValue(listed.position, record.position))
  return {
    ...SHAPE,
    ...record,
    directory: directory ?? (listed?.directory === undefined ? undefined : null),
    statusSince: statusSince ?? (listed?.statusSince === undefined ? undefined : null),
    changedSince: isChanged ? change : (listed?.changedSince ?? changedSince),
    aheadSinceMs: aheadSinceMs ?? (listed?.aheadSinceMs === undefined ? undefined : null),
    unconfirmedSinceMs: listed?.unconfirmedSinceMs === undefined ? undefined : null,
  }
}
