import { modifiedMs, TOLERATED_SKEW_MS } from '@/lib/api/contract/annotations'
import type { SearchPage, VehicleSearchObject } from '@/lib/interface/resources'
import { meansNever } from '@/lib/interface/times'
import { isSameValue } from '@/lib/interface/values'
import type { Fetched } from '@/lib/upstream/service'
import { roundPosition } from '@/lib/vehicles/vehicle-table'

/** The pages read by one sweep. */
export interface CollectedPages {
  readonly vehicles: ReadonlyMap<string, VehicleSearchObject>
  /** Pages that were read. */
  readonly pages: number
  /** The service's last estimate. */
  readonly total: number | null
  /** The search as the service echoed it on the first page. */
  readonly query: string | null
  /** Rows without a readable id. */
  readonly dropped: number
  /** Vehicles with a field of an undocumented type. */
  readonly unreadable: number
  /** When the last page arrived; null when none did. */
  readonly fetchedAt: string | null
  /** When each page arrived, and how many of `vehicles`, in their order, were read by then. */
  readonly arrivals: readonly Arrival[]
}

export interface Arrival {
  readonly vehicles: number
  /** Milliseconds since the epoch. */
  readonly atMs: number
}

export interface CollectedSoFar {
  now(): CollectedPages
  /**
   * @param vehiclesMaximum the most vehicles to hold after it
   * @returns the vehicles not seen before in this sweep, and whether the cap cut some off
   */
  add(
    page: Fetched<SearchPage>,
    vehiclesMaximum: number,
  ): { fresh: readonly VehicleSearchObject[]; isOverCap: boolean }
}

export function createCollectedPages(): CollectedSoFar {
  const vehicles = new Map<string, VehicleSearchObject>()
  const unreadableIds = new Set<string>()
  const arrivals: Arrival[] = []
  let collected: CollectedPages = {
    vehicles,
    pages: 0,
    total: null,
    query: null,
    dropped: 0,
    unreadable: 0,
    fetchedAt: null,
    arrivals,
  }
  return {
    now: () => collected,
    add({ data, dropped, fetchedAt }, vehiclesMaximum) {
      const fresh: VehicleSearchObject[] = []
      let isOverCap = false
      for (const row of data.vehicles) {
        const vehicle = withRoundedPosition(row)
        const earlier = vehicles.get(vehicle.id)
        if (earlier) vehicles.set(vehicle.id, newestOf(earlier, vehicle, Date.parse(fetchedAt)))
        else if (vehicles.size < vehiclesMaximum) {
          vehicles.set(vehicle.id, vehicle)
          fresh.push(vehicle)
        } else isOverCap = true
      }
      arrivals.push({ vehicles: vehicles.size, atMs: Date.parse(fetchedAt) })
      for (const id of Object.keys(data.unreadable)) unreadableIds.add(id)
      collected = {
        vehicles,
        pages: collected.pages + 1,
        total: data.total ?? collected.total,
        query: collected.pages === 0 ? data.query : collected.query,
        dropped: collected.dropped + dropped,
        unreadable: unreadableIds.size,
        fetchedAt,
        arrivals,
      }
      return { fresh, isOverCap }
    },
  }
}

/** As lists have it, so that it can be compared with them; most services send no more digits. */
function withRoundedPosition(row: VehicleSearchObject): VehicleSearchObject {
  const position = row.position && roundPosition(row.position)
  return isSameValue(position, row.position) ? row : { ...row, position }
}

/**
 * Picks the newer of two rows of one vehicle: by mtime if both are times that can be; else the row read later, since a
 * vehicle can move from one page to the next during a sweep.
 * @param atMs arrival of the later row
 */
export function newestOf(
  earlier: VehicleSearchObject,
  later: VehicleSearchObject,
  atMs: number,
): VehicleSearchObject {
  const [before, after] = [modifiedMs(earlier.mtime), modifiedMs(later.mtime)]
  const arePlausible = before <= atMs + TOLERATED_SKEW_MS && !meansNever(later.mtime)
  return before > after && arePlausible ? earlier : later
}
