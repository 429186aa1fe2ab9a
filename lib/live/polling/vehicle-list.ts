import type { Annotation, ListedRow, LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import { modifiedMs, TOLERATED_SKEW_MS } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import { vehicleSearchObjectFields } from '@/lib/interface/fields/search-fields'
import type { SearchPage, VehicleSearchObject } from '@/lib/interface/resources'
import { isSameStatus } from '@/lib/interface/statuses'
import { meansNever } from '@/lib/interface/times'
import { isSameValue, ownValue } from '@/lib/interface/values'
import type { Fetched } from '@/lib/upstream/service'
import { inSteps } from '@/lib/vehicles/steps'
import { isSame, roundPosition, VehicleTable } from '@/lib/vehicles/vehicle-table'

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
   * @returns the vehicles not seen before in this sweep, and whether the cap cut some off
   */
  add({ data, dropped, fetchedAt }: Fetched<SearchPage>, vehiclesMaximum: number) {
    const { vehicles } = this
    const atMs = Date.parse(fetchedAt)
    const fresh: ListedRow[] = []
    let isOverCap = false
    for (const row of data.vehicles) {
      const vehicle = withRemarks(withRoundedPosition(row), data)
      const earlier = vehicles.get(vehicle.id)
      if (earlier) vehicles.set(vehicle.id, newestOf(earlier, vehicle, atMs))
      else if (vehicles.size < vehiclesMaximum) {
        vehicles.set(vehicle.id, vehicle)
        fresh.push(vehicle)
      } else isOverCap = true
    }
    for (const id of Object.keys(data.unreadable)) this.#unreadableIds.add(id)
    for (const id of Object.keys(data.forms)) this.#idsInOtherForms.add(id)
    if (this.pages === 0) this.query = data.query
    this.arrivals.push({ vehicles: vehicles.size, atMs })
    this.pages += 1
    this.total = data.total ?? this.total
    this.dropped += dropped
    this.unreadable = this.#unreadableIds.size
    this.inOtherForms = this.#idsInOtherForms.size
    this.fetchedAt = fetchedAt
    return { fresh, isOverCap }
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

/**
 * Picks the newer of two rows of one vehicle: by mtime if both are times that can be; else the row read later, since a
 * vehicle can move from one page to the next during a sweep.
 * @param atMs arrival of the later row
 */
export function newestOf(earlier: ListedRow, later: ListedRow, atMs: number) {
  const [before, after] = [modifiedMs(earlier.mtime), modifiedMs(later.mtime)]
  const arePlausible = before <= atMs + TOLERATED_SKEW_MS && !meansNever(later.mtime)
  return before > after && arePlausible ? earlier : later
}

/** Called once for each vehicle of a sweep, in the sweep's order. */
export type Annotate = (record: VehicleSearchObject, listed: LiveVehicle | undefined) => Annotation

type ComparedSweep = Pick<CollectedPages, 'dropped' | 'fetchedAt'> & {
  readonly vehicles: ReadonlyMap<string, ListedRow>
  readonly incomplete: LiveMeta['incomplete']
}

// About a millisecond of work.
const ANNOTATED_PER_TURN = 1000

/** The vehicles of an area as of its last sweep. */
export class VehicleList {
  readonly #keptMaximum: () => number
  readonly #clock: Pick<Clock, 'yieldToEventLoop'>
  /** The sweep in which each vehicle was seen last, of this node's sweeps. */
  readonly #seenIn = new Map<string, number>()
  #sweeps = 0
  table = new VehicleTable()

  /**
   * @param keptMaximum the most vehicles after an incomplete sweep, which removes none: those unseen for the longest are
   * dropped first
   */
  constructor(keptMaximum: () => number, clock: Pick<Clock, 'yieldToEventLoop'>) {
    this.#keptMaximum = keptMaximum
    this.#clock = clock
  }

  get size(): number {
    return this.table.size
  }

  /**
   * Finds what a sweep changes, yielding to the event loop. The list stays as it is until it is applied to the table.
   * @returns the changes, the records that a complete sweep no longer found, and the size of the list with the changes
   */
  async compare(sweep: ComparedSweep, annotate: Annotate) {
    const { vehicles, incomplete, dropped, fetchedAt } = sweep
    const change = { atMs: Date.parse(fetchedAt ?? ''), isBeginning: true }
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
    const gone = new Set(this.#gone(vehicles, incomplete === null ? dropped : null))
    const difference = await inSteps(this.table.compare(found, gone), this.#clock)
    this.#sweeps++
    for (const id of vehicles.keys()) this.#seenIn.set(id, this.#sweeps)
    for (const id of gone) this.#seenIn.delete(id)
    const left =
      incomplete === null ? Array.from(gone, (id) => this.table.get(id) as LiveVehicle) : []
    return { difference, left, size: this.table.size + difference.added.length - gone.size }
  }

  clear(): void {
    this.table = new VehicleTable()
    this.#seenIn.clear()
  }

  /** @param dropped rows without an id, each of which may be an unseen vehicle; null after an incomplete sweep */
  #gone(vehicles: ComparedSweep['vehicles'], dropped: number | null): string[] {
    const unseen = [...this.table.ids()].filter((id) => !vehicles.has(id))
    const count =
      dropped === null
        ? unseen.length + vehicles.size - this.#keptMaximum()
        : unseen.length - dropped
    if (count <= 0) return []
    if (count >= unseen.length) return unseen
    const seenIn = (id: string) => this.#seenIn.get(id) ?? 0
    return unseen.sort((a, b) => seenIn(a) - seenIn(b)).slice(0, count)
  }
}

const FIELDS = Object.keys(vehicleSearchObjectFields) as (keyof VehicleSearchObject)[]

const REMARKS = ['unreadable', 'forms'] as const

/** Has the shape of an annotated record: adding fields to a copy of another shape takes V8 ten times as long. */
const SHAPE = Object.fromEntries(
  [...FIELDS, ...REMARKS, 'directory', 'statusSince', 'changedSince', 'aheadSinceMs'].map(
    (name) => [name, undefined],
  ),
)

/** Whether a vehicle is listed as it was read. Left out and null are the same. */
function isSameVehicle(listed: LiveVehicle, record: ListedRow, annotation: Annotation): boolean {
  for (const name of FIELDS) if (!isSameValue(listed[name], record[name])) return false
  for (const name of REMARKS) if (!isSame(listed[name], record[name])) return false
  return (
    isSame(listed.directory ?? null, annotation.directory ?? null) &&
    isSame(listed.statusSince ?? null, annotation.statusSince ?? null) &&
    (listed.aheadSinceMs ?? null) === (annotation.aheadSinceMs ?? null) &&
    (listed.changedSince !== undefined || annotation.changedSince === undefined)
  )
}

/** A record with its annotation. A field that was listed becomes null when it is no longer known. */
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
  }
}
