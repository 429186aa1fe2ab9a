'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useListState } from '@/components/bookings/opened/use-opened'
import { sortRecords } from '@/components/bookings/table/list-sort'
import { dayFormat, filterRecords } from '@/components/bookings/table/list-view'
import type { ListedRecord } from '@/components/bookings/table/listed-record'
import { usePreferences } from '@/components/layout/preferences/preferences'
import { keepVehicleNames } from '@/lib/api/queries/vehicle-names'

/** Records that match the filters, in the order of the list; learns the names of their vehicles. */
export function useSorted(records: readonly ListedRecord[]): readonly ListedRecord[] {
  const client = useQueryClient()
  useEffect(() => keepVehicleNames(client, vehiclesOf(records)), [client, records])
  const { filters, sort } = useListState()
  const { zone } = usePreferences()
  const dayOf = useMemo(() => dayFormat(zone ?? undefined), [zone])
  const shown = useMemo(() => filterRecords(records, filters, dayOf), [records, filters, dayOf])
  return useMemo(() => sortRecords(shown, sort), [shown, sort])
}

/** The vehicles of bookings, with the references in them. */
function vehiclesOf(records: readonly ListedRecord[]) {
  return records.flatMap(({ inspected }) => {
    const { vehicle_id: id = null, vehicle_our_ref: our_ref = null } = inspected.record
    return id === null ? [] : { id, our_ref }
  })
}
