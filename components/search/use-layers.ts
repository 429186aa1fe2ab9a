'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { readStored, storageKeys, writeStored } from '@/components/layout/storage'
import type { VehicleNames } from '@/lib/api/queries/vehicle-names'
import { watchListQuery } from '@/lib/api/queries/watch-list'
import type { LiveArea } from '@/lib/live/client/live-area'

/** The call signs on the map, which stay switched on or off in this browser. */
export interface MapLabels {
  readonly isOn: boolean
  readonly setOn: (isOn: boolean) => void
  /** The call sign of the vehicle in a slot; null while they are switched off. */
  readonly nameAt: ((slot: number) => string | null) | null
  /** Slots of watched vehicles, whose call signs come before others. */
  readonly namedFirst: ReadonlySet<number>
}

export function useMapLabels(area: LiveArea | null, names: VehicleNames): MapLabels {
  const [isOn, setIsOn] = useState(
    () => typeof window === 'undefined' || readStored(window, storageKeys.mapLabels) !== 'off',
  )
  const nameAt = useMemo(() => {
    if (!isOn || !area) return null
    const { records } = area
    return (slot: number) => {
      const vehicle = records[slot]
      return vehicle ? names.shown(vehicle) : null
    }
  }, [isOn, area, names])
  const watched = useQuery(watchListQuery()).data?.data.vehicles
  const namedFirst = useMemo(
    () => new Set(watched?.flatMap(({ id }) => area?.slotById.get(id) ?? [])),
    [watched, area],
  )
  const setOn = (next: boolean) => {
    setIsOn(next)
    writeStored(window, storageKeys.mapLabels, next ? null : 'off')
  }
  return { isOn, setOn, nameAt, namedFirst }
}

/** Whether the wait map is shown, which stays so in this browser. */
export interface WaitMap {
  readonly isOn: boolean
  readonly setOn: (isOn: boolean) => void
}

export function useWaitMap(): WaitMap {
  const [isOn, setIsOn] = useState(
    () => typeof window !== 'undefined' && readStored(window, storageKeys.waitMap) === 'on',
  )
  const setOn = (next: boolean) => {
    setIsOn(next)
    writeStored(window, storageKeys.waitMap, next ? 'on' : null)
  }
  return { isOn, setOn }
}
