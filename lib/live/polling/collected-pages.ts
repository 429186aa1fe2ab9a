import type { SearchPage, VehicleSearchObject } from '@/lib/interface/resources'
import type { Fetched } from '@/lib/upstream/service'
import { newestOf } from './newest-record'

/** What the pages of one sweep brought. */
export interface CollectedPages {
  readonly vehicles: ReadonlyMap<string, VehicleSearchObject>
  /** Pages that were read. */
  readonly pages: number
  /** The service's last estimate. */
  readonly total: number | null
  /** What the service says it applied, of the first page. */
  readonly query: string | null
  /** Rows without a readable id. */
  readonly dropped: number
  /** Vehicles with a field of another type than the interface says. */
  readonly unreadable: number
  /** When the last page arrived; null when none did. */
  readonly fetchedAt: string | null
}

export interface CollectedSoFar {
  now(): CollectedPages
  /** @returns the vehicles not met before on this sweep, and whether there were more of them than the cap allows */
  add(page: Fetched<SearchPage>): { fresh: readonly VehicleSearchObject[]; isOverCap: boolean }
}

export function createCollectedPages(vehiclesMaximum: number): CollectedSoFar {
  const vehicles = new Map<string, VehicleSearchObject>()
  const unreadableIds = new Set<string>()
  let haul: CollectedPages = {
    vehicles,
    pages: 0,
    total: null,
    query: null,
    dropped: 0,
    unreadable: 0,
    fetchedAt: null,
  }
  return {
    now: () => haul,
    add({ data, dropped, fetchedAt }) {
      const fresh: VehicleSearchObject[] = []
      let isOverCap = false
      for (const vehicle of data.vehicles) {
        const known = vehicles.get(vehicle.id)
        if (known) vehicles.set(vehicle.id, newestOf(known, vehicle))
        else if (vehicles.size < vehiclesMaximum) {
          vehicles.set(vehicle.id, vehicle)
          fresh.push(vehicle)
        } else isOverCap = true
      }
      for (const id of Object.keys(data.unreadable)) unreadableIds.add(id)
      haul = {
        vehicles,
        pages: haul.pages + 1,
        total: data.total ?? haul.total,
        query: haul.pages === 0 ? data.query : haul.query,
        dropped: haul.dropped + dropped,
        unreadable: unreadableIds.size,
        fetchedAt,
      }
      return { fresh, isOverCap }
    },
  }
}
