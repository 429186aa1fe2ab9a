import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Selection } from '@/components/search/list/selection'
import { seedVehicleStatus } from '@/lib/queries/records'

/** Hands the selected vehicle's last data to its record when the map is left: the service may be down by then. */
export function useSeededStatus(selection: Selection | null): void {
  const client = useQueryClient()
  const last = useRef(selection)
  useEffect(() => {
    last.current = selection
  }, [selection])
  useEffect(
    () => () => {
      if (last.current) seedVehicleStatus(client, last.current.vehicle, last.current)
    },
    [client],
  )
}
