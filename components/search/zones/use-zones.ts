import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '@/lib/api/client/call'
import type { Zone, ZoneToSave } from '@/lib/api/contract/zones'
import { query } from '@/lib/api/queries/query'

const noZones: readonly Zone[] = []

/** The zones of the desk in their order; none until they are loaded. */
export function useZones(): readonly Zone[] {
  return useQuery(query('/api/zones')).data?.data.zones ?? noZones
}

/** Counts of the zones, read again every five seconds while they are shown. */
export function useZoneBoard() {
  return useQuery(query('/api/zones/board'))
}

/** Replaces the zones by a changed list of them. */
export function useSaveZones() {
  const client = useQueryClient()
  const zonesQuery = query('/api/zones')
  return useMutation({
    async mutationFn(change: (zones: readonly Zone[]) => readonly ZoneToSave[]) {
      const { data: list } = await client.ensureQueryData(zonesQuery)
      const zones = change(list.zones)
      return call('PUT /api/zones', {}, { version: list.version, zones })
    },
    async onSettled() {
      await client.invalidateQueries(zonesQuery)
      void client.invalidateQueries(query('/api/zones/board'))
    },
  })
}
