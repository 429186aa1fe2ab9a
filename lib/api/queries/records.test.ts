import { QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readVehicleSearchObject } from '@/lib/interface/readers'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { query, seedVehicleStatus } from './query'

const record = readVehicleSearchObject({ id: 'v-7', make: 'Toyota Prius', status: 'busy' })
  ?.record as VehicleSearchObject

it('shows what the map knew of a vehicle at the time when it knew it, and no older data than loaded', () => {
  const client = new QueryClient()
  const { queryKey } = query('/api/vehicles/{vehicleId}/status', { vehicleId: 'v-7' })
  const directory = { our_ref: 'CAB 7', licence_plate: null, active_booking_id: null }
  const changedSince = { atMs: 1, isBeginning: true }
  const listed = { ...record, directory, statusSince: changedSince, changedSince }
  seedVehicleStatus(client, listed, { fetchedAtMs: 900, receivedAtMs: 1_000, mtimeServes: true })
  const seeded = client.getQueryData(queryKey)
  expect(seeded?.data).toEqual({
    record,
    unreadable: [],
    raw: { id: 'v-7', make: 'Toyota Prius', status: 'busy' },
    times: { changedSince, aheadSinceMs: undefined, mtimeServes: true },
  })
  expect(seeded?.meta.fetchedAt).toBe(new Date(900).toISOString())
  expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(1_000)
  seedVehicleStatus(client, { ...record, status: 'off' }, { fetchedAtMs: 800, receivedAtMs: 900 })
  expect(client.getQueryData(queryKey)).toMatchObject({ data: { record: { status: 'busy' } } })
})
