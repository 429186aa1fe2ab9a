import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type NamedVehicle, vehicleBookingsQuery } from './vehicle-bookings'

const asked: string[] = []
beforeEach(() => {
  vi.useFakeTimers()
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    return Response.json({ data: { bookings: [] }, meta: {} })
  })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const vehicle = (more: Partial<NamedVehicle> = {}) =>
  vehicleBookingsQuery({ id: 'v-7', ourRef: null, activeBookingId: null, ...more }, null)

test.each([
  [{}, '/api/vehicles/v-7/bookings'],
  [
    { ourRef: 'Bay 4', activeBookingId: 'b/1' },
    '/api/vehicles/v-7/bookings?our_ref=Bay+4&active_booking_id=b%2F1',
  ],
  // Values that the server would refuse are left out.
  [{ ourRef: '', activeBookingId: 'b'.repeat(2_000) }, '/api/vehicles/v-7/bookings'],
])('bookings of a vehicle are asked for by what is known of it: %o', async (more, path) => {
  const client = new QueryClient()
  const answered = client.fetchQuery(vehicle(more))
  await vi.advanceTimersByTimeAsync(1_000)
  await answered
  expect(asked).toEqual([path])
})

test('of vehicles that are passed on the way to another one nothing is asked', async () => {
  const client = new QueryClient()
  const observer = new QueryObserver(client, vehicle({ id: 'v-1' }))
  const end = observer.subscribe(() => undefined)
  for (const id of ['v-2', 'v-3', 'v-4']) {
    await vi.advanceTimersByTimeAsync(100)
    observer.setOptions(vehicle({ id }))
  }
  await vi.advanceTimersByTimeAsync(400)
  end()
  expect(asked).toEqual(['/api/vehicles/v-4/bookings'])
})

test.each([
  ['a viewer', { role: 'viewer' } as const, false],
  ['somebody who is not known yet', undefined, false],
  ['a dispatcher', { role: 'dispatcher' } as const, true],
  ['an installation without sign-in', null, true],
])(
  "the page of %s asks for a vehicle's bookings as the role allows",
  async (_, operator, isAsked) => {
    const named = { id: 'v-7', ourRef: 'KB-7', activeBookingId: null }
    const observer = new QueryObserver(new QueryClient(), vehicleBookingsQuery(named, operator))
    const end = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(11_000)
    end()
    expect(asked.length > 0).toBe(isAsked)
  },
)
