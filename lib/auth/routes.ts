import { createAuditRoutes } from './audit-routes'
import type { Auth } from './auth'
import { createExchange, type ExchangeOptions } from './exchange'
import { createOperatorRoutes } from './operator-routes'
import { createSignInRoutes } from './sign-in-routes'
import { createTwoFactorRoutes } from './two-factor-routes'

/**
 * Every route about operators as a function of a Request, for app/api to export.
 * @param auth null where no sign-in is wanted: there is nothing at these addresses then
 */
export function createAuthRoutes(auth: () => Promise<Auth | null>, options: ExchangeOptions = {}) {
  const exchange = createExchange(options)
  return {
    ...createSignInRoutes(auth, exchange),
    ...createTwoFactorRoutes(auth, exchange),
    ...createOperatorRoutes(auth, exchange),
    ...createAuditRoutes(auth, exchange),
  }
}
