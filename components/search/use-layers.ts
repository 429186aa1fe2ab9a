'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { storageKeys, useStored } from '@/components/layout/storage'
import { query } from '@/lib/api/queries/query'
import type { VehicleNames } from '@/lib/api/queries/vehicle-names'
import type { LiveArea } from '@/lib/live/client/live-area'

/** The call signs on the map, which stay switched on or off in this browser. */
export function useMapLabels(area: LiveArea | null, names: VehicleNames) {
  const [text, set] = useStored(storageKeys.mapLabels)
  const isOn = text !== 'off'
  const nameAt = useMemo(() => {
    if (!isOn || !area) return null
    const { records } = area.table
    return (slot: number) => {
      const vehicle = records[slot]
      return vehicle ? names.shown(vehicle) : null
    }
  }, [isOn, area, names])
  const watched = useQuery(query('/api/watch-list')).data?.data.vehicles
  const namedFirst = useMemo(
    () => new Set(watched?.map(({ id }) => area?.table.slotOf(id) ?? -1).filter((slot) => slot >= 0)),
    [watched, area],
  )
  return {
    isOn,
    setOn: (next: boolean) => set(next ? null : 'off'),
    /** The call sign of the vehicle in a slot; null while they are switched off. */
    nameAt,
    /** Slots of watched vehicles, whose call signs come before others. */
    namedFirst,
  }
}

/** Whether the wait map is shown, which stays so in this browser. */
export function useWaitMap() {
  const [text, set] = useStored(storageKeys.waitMap)
  return { isOn: text === 'on', setOn: (next: boolean) => set(next ? 'on' : null) }
}
