import type { APIRequestContext } from '@playwright/test'
import { sendRequest } from '@/e2e/support/send-request'
import type { ArrivedBooking } from '@/lib/api/contract/webhooks'

/** Bookings that have arrived at the dashboard of the test. */
export async function arrived(request: APIRequestContext): Promise<readonly ArrivedBooking[]> {
  return (await (await request.get('/api/bookings/arrived')).json()).data.bookings
}

/** Makes a webhook address on a dashboard without sign-in. @returns its URL */
export async function createAddress(dashboard: string, name: string): Promise<string> {
  const made = await sendRequest(dashboard, '/api/webhooks', { method: 'POST', body: { name } })
  return JSON.parse(made.text).data.url
}
