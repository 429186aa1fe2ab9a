import type { Auth } from '@/lib/auth/auth'
import { createRequestHandler, type RequestHandlerOptions } from '@/lib/http/handle-request'
import { createAuditRoutes } from './audit'
import { createOperatorRoutes } from './operators'
import { createSignInRoutes } from './sign-in'
import { createTwoFactorRoutes } from './two-factor'

/**
 * Every route about operators as a function of a Request, for app/api to export.
 * @param auth null where no sign-in is wanted: there is nothing at these addresses then
 */
export function createAuthRoutes(auth: () => Promise<Auth | null>, options: RequestHandlerOptions = {}) {
  const exchange = createRequestHandler(options)
  return {
    ...createSignInRoutes(auth, exchange),
    ...createTwoFactorRoutes(auth, exchange),
    ...createOperatorRoutes(auth, exchange),
    ...createAuditRoutes(auth, exchange),
  }
}
