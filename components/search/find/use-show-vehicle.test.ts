import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { query } from '@/lib/api/queries/query'
import { positionOfVehicle, trailInstead } from './use-show-vehicle'

const position = { lat: 51.5, lng: -0.1 }

test('a listed position costs no request, and a failed request is not a vehicle without a position', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  expect(await positionOfVehicle(client, { id: 'v', position })).toBe(position)
  expect(
    client.getQueryState(query('/api/vehicles/{vehicleId}/status', { vehicleId: 'v' }).queryKey),
  ).toBeUndefined()
  // Without a page around it, the request cannot be sent.
  await expect(positionOfVehicle(client, { id: 'v', position: null })).rejects.toThrow()
})

test('in a replay a vehicle that is not in its list leads to its trail then, not to where it is now', () => {
  const atMs = Date.parse('2026-05-01T16:04:00Z')
  expect(trailInstead('v-7', false, atMs)).toBe(
    '/vehicles/v-7?from=2026-05-01T15%3A34%3A00.000Z&to=2026-05-01T16%3A34%3A00.000Z',
  )
  expect(trailInstead('v-7', true, atMs)).toBeNull()
  expect(trailInstead('v-7', false, null)).toBeNull()
})
