import type { APIRequestContext } from '@playwright/test'
import type { ArrivedBooking, ArrivedBookings } from '@/lib/api/contract/webhooks'

/** Bookings that have arrived at the dashboard of the test. */
export async function arrived(request: APIRequestContext): Promise<readonly ArrivedBooking[]> {
  const { data } = (await (await request.get('/api/bookings/arrived')).json()) as { data: ArrivedBookings }
  return data.bookings
}

/** Makes a webhook address. @returns its URL */
export async function createAddress(request: APIRequestContext, name: string, origin = ''): Promise<string> {
  const made = await request.post('/api/webhooks', { headers: { origin }, data: { name } })
  return (await made.json()).data.url
}
