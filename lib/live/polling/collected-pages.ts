import { type ListedRow, modifiedMs, TOLERATED_SKEW_MS } from '@/lib/api/contract/live'
import type { SearchPage, VehicleSearchObject } from '@/lib/interface/resources'
import { meansNever } from '@/lib/interface/times'
import { isSameValue, ownValue } from '@/lib/interface/values'
import type { Fetched } from '@/lib/upstream/service'
import { roundPosition } from '@/lib/vehicles/vehicle-table'

/** A page's arrival. */
export interface Arrival {
  /** Vehicles of the sweep that were read by then. */
  readonly vehicles: number
  /** Milliseconds since the epoch. */
  readonly atMs: number
}

/** Contents of a sweep's pages. */
export interface SweptPages {
  readonly vehicles: ReadonlyMap<string, ListedRow>
  /** When each page arrived, and how many of `vehicles`, in their order, were read by then. */
  readonly arrivals: readonly Arrival[]
  readonly pages: number
  /** The service's last estimate. */
  readonly total: number | null
  /** The search as the service echoed it on the first page. */
  readonly query: string | null
  /** Rows without a readable id. */
  readonly dropped: number
  /** Vehicles with an unreadable field. */
  readonly unreadable: number
  /** Vehicles with a value that was read in another form than specified. */
  readonly inOtherForms: number
  /** When the last page arrived; null when none did. */
  readonly fetchedAt: string | null
}

/** Outcome of adding a page. */
export interface AddedPage {
  /** Vehicles not seen before in this sweep. */
  readonly fresh: readonly ListedRow[]
  /** Number of vehicles of earlier pages that came again. */
  readonly again: number
  /** Whether the cap cut some off. */
  readonly isOverCap: boolean
}

/** Collects the vehicles of a sweep, page by page. */
export class CollectedPages implements SweptPages {
  readonly vehicles = new Map<string, ListedRow>()
  readonly arrivals: Arrival[] = []
  pages = 0
  total: number | null = null
  /**
   * The largest of its estimates: vehicles that left while it was read are still in
   * those of the first pages.
   */
  largestTotal: number | null = null
  query: string | null = null
  dropped = 0
  unreadable = 0
  inOtherForms = 0
  fetchedAt: string | null = null
  readonly #unreadableIds = new Set<string>()
  readonly #idsInOtherForms = new Set<string>()

  /** @param vehiclesMaximum the most vehicles to hold after it */
  add({ data, dropped, fetchedAt }: Fetched<SearchPage>, vehiclesMaximum: number): AddedPage {
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

  /** Contents of the pages so far. */
  get read(): SweptPages {
    return {
      vehicles: this.vehicles,
      arrivals: this.arrivals,
      pages: this.pages,
      total: this.total,
      query: this.query,
      dropped: this.dropped,
      unreadable: this.unreadable,
      inOtherForms: this.inOtherForms,
      fetchedAt: this.fetchedAt,
    }
  }
}

/** As lists have it, so that it can be compared with them; most services send no more digits. */
export function withRoundedPosition(row: VehicleSearchObject): VehicleSearchObject {
  const position = row.position && roundPosition(row.position)
  return isSameValue(position, row.position) ? row : { ...row, position }
}

function withRemarks(row: VehicleSearchObject, { unreadable, forms }: SearchPage): ListedRow {
  const { id } = row
  const isPlain = !Object.hasOwn(unreadable, id) && !Object.hasOwn(forms, id)
  if (isPlain) return row
  return {
    ...row,
    unreadable: ownValue(unreadable, id),
    forms: ownValue(forms, id),
  } as ListedRow
}

/**
 * Picks the newer of two rows of one vehicle: by mtime if both are times that can be; else the row
 * read later, since a vehicle can move from one page to the next during a sweep.
 * @param atMs arrival of the later row
 */
export function newestOf(earlier: ListedRow, later: ListedRow, atMs: number): ListedRow {
  const earlierMs = modifiedMs(earlier.mtime)
  const laterMs = modifiedMs(later.mtime)
  const arePlausible = earlierMs <= atMs + TOLERATED_SKEW_MS && !meansNever(later.mtime)
  return earlierMs > laterMs && arePlausible ? earlier : later
}
