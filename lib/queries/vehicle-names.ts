import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Vehicle } from '@/lib/interface/resources'

/** The fleet's own names of a vehicle, which a search does not report (§2.2). */
export type VehicleName = Pick<Vehicle, 'our_ref' | 'licence_plate'>

/** Finds the names of a vehicle; undefined for one that is not known here. */
export type NameOf = (vehicleId: string) => VehicleName | undefined

/** Oldest names are dropped beyond this many. */
const MOST_NAMES = 5_000

const none: Readonly<Record<string, VehicleName>> = {}

/** Names out of the records that were read in this browser since sign-in; kept in memory only. */
export function vehicleNamesQuery() {
  return queryOptions({
    queryKey: ['vehicle-names'],
    queryFn: () => none,
    initialData: none,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: false,
  })
}

/** Keeps the names in a record that was read. */
export function keepVehicleName(client: QueryClient, { id, our_ref, licence_plate }: Vehicle): void {
  if (!our_ref && !licence_plate) return
  const { queryKey, gcTime } = vehicleNamesQuery()
  client.setQueryDefaults(queryKey, { gcTime })
  client.setQueryData(queryKey, (names = none) => {
    const { [id]: _, ...others } = names
    const kept = Object.entries(others).slice(-(MOST_NAMES - 1))
    return { ...Object.fromEntries(kept), [id]: { our_ref, licence_plate } }
  })
}

/** Finds names among those kept. The same function until they change. */
export function useVehicleNames(): NameOf {
  const { data } = useQuery(vehicleNamesQuery())
  return useMemo(() => (id) => (Object.hasOwn(data, id) ? data[id] : undefined), [data])
}

/** The one to show: our reference, or else the plate. */
export function shownName(name: VehicleName | undefined): string | null {
  return name?.our_ref || name?.licence_plate || null
}
