import { AccessError } from '@/lib/auth/sessions/access-error'
import type { LoginThrottle } from './login-throttle'

/** better-auth returns a response for bad credentials; a throw or 5xx means that the database failed. */
export async function callBetterAuth(work: () => Promise<Response>): Promise<Response> {
  const response = await work().catch((cause: unknown) => {
    throw new AccessError('store-unreachable', { cause })
  })
  if (response.status >= 500) throw new AccessError('store-unreachable')
  return response
}

/** The same for a counted attempt, which a database outage refunds: retries during it must not lock the account. */
export async function throttledCall(
  loginThrottle: LoginThrottle,
  email: string,
  address: string | null,
  work: () => Promise<Response>,
): Promise<Response> {
  return callBetterAuth(work).catch(async (error: unknown) => {
    await loginThrottle.refund(email, address)
    throw error
  })
}
