import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { DirectoryEntry } from '@/lib/api/contract/live'
import { formatPosition } from '@/lib/interface/position'
import type { Position } from '@/lib/interface/resources'
import { shownName, type VehicleName } from '@/lib/interface/vehicle-name'

/** A vehicle of a live list, or one of which no more than the id is known. */
export interface NamedVehicle {
  readonly id: string
  readonly directory?: DirectoryEntry | null
}

/**
 * Names of vehicles: out of the directory, or else out of records that were read in this browser.
 */
export interface NameSource {
  /** Null as far as unknown. */
  of(vehicle: NamedVehicle): VehicleName
}

export interface VehicleNames extends NameSource {
  /** The one to show; null for a vehicle whose record was not read, or has none. */
  shown(vehicle: NamedVehicle): string | null
}

type KeptNames = ReadonlyMap<string, VehicleName>

const MOST_NAMES = { vehicles: 5_000, places: 50 }

const unknown: VehicleName = { our_ref: null, licence_plate: null }

/** Names, with those of another source where one is missing. */
function withMissingFrom(names: Partial<VehicleName>, other: VehicleName): VehicleName {
  return {
    our_ref: names.our_ref || other.our_ref || null,
    licence_plate: names.licence_plate || other.licence_plate || null,
  }
}

export const vehicleNamesQuery = rememberedQuery<VehicleName>('vehicle-names')

/** Names of the positions that were chosen by name, by `lat,lng`. */
export const placeNamesQuery = rememberedQuery<string>('place-names')

/** Values in memory only, until sign-out. */
function rememberedQuery<T>(name: string) {
  const none: ReadonlyMap<string, T> = new Map()
  return queryOptions({
    queryKey: [name],
    queryFn: () => none,
    initialData: none,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    enabled: false,
  })
}

/** Puts values at the end, in place of known ones, and drops the first beyond the maximum. */
function remember<T>(
  client: QueryClient,
  { queryKey, gcTime }: ReturnType<typeof rememberedQuery<T>>,
  most: number,
  entries: readonly (readonly [key: string, nameOf: (known: T | undefined) => T])[],
): void {
  client.setQueryDefaults(queryKey, { gcTime })
  client.setQueryData<ReadonlyMap<string, T>>(queryKey, (before) => {
    const values = new Map(before)
    for (const [key, nameOf] of entries) {
      const value = nameOf(values.get(key))
      values.delete(key)
      values.set(key, value)
    }
    return new Map([...values].slice(-most))
  })
}

/**
 * Keeps the name under which a position was chosen: the page's address holds the position alone.
 */
export function keepPlaceName(client: QueryClient, position: Position, name: string): void {
  remember(client, placeNamesQuery, MOST_NAMES.places, [[formatPosition(position), () => name]])
}

/** Keeps the names in records, look-ups and pasted bookings; a missing one leaves the known one. */
export function keepVehicleNames(
  client: QueryClient,
  vehicles: readonly (Partial<VehicleName> & { readonly id: string })[],
): void {
  const named = vehicles.filter(({ our_ref, licence_plate }) => our_ref || licence_plate)
  if (named.length === 0) return
  const entries = named.map(
    (vehicle) => [vehicle.id, (known = unknown) => withMissingFrom(vehicle, known)] as const,
  )
  remember(client, vehicleNamesQuery, MOST_NAMES.vehicles, entries)
}

/** @param first which of its names a vehicle is shown by; the other one where it has none */
export function createVehicleNames(kept: KeptNames, first: keyof VehicleName): VehicleNames {
  function of({ id, directory }: NamedVehicle): VehicleName {
    // Most often the directory has both, which saves 100,000 look-ups.
    if (directory?.our_ref && directory.licence_plate) return directory
    const keptName = kept.get(id)
    if (!directory) return keptName ?? unknown
    return keptName ? withMissingFrom(directory, keptName) : directory
  }
  return { of, shown: (vehicle) => shownName(of(vehicle), first) }
}

/** For recorded vehicles: the names of now, as far as known, come before recorded ones. */
export function namesKnownNow(
  names: VehicleNames,
  directoryNow: (id: string) => DirectoryEntry | null | undefined,
): VehicleNames {
  function asNow(vehicle: NamedVehicle): NamedVehicle {
    const { id } = vehicle
    const now = directoryNow(id)
    if (!now) return vehicle
    const hasBoth = now.our_ref && now.licence_plate
    if (hasBoth) return { id, directory: now }
    const names = withMissingFrom(now, vehicle.directory ?? unknown)
    return { id, directory: { ...now, ...names } }
  }
  return {
    of: (vehicle) => names.of(asNow(vehicle)),
    shown: (vehicle) => names.shown(asNow(vehicle)),
  }
}

/** The same object until a name or the choice of the first one changes. */
export function useNamesShownBy(first: keyof VehicleName): VehicleNames {
  const { data } = useQuery(vehicleNamesQuery)
  return useMemo(() => createVehicleNames(data, first), [data, first])
}
