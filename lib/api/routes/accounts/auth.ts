import { createHandler, type HandlerOptions } from '@/lib/api/http/handle'
import { createAuditRoutes } from '@/lib/api/routes/audit'
import { openAccess } from '@/lib/auth/sessions/access'
import { createAccountRoutes } from './account'
import { createAuthHandler, type OpenAuth } from './auth-handler'
import { createOperatorRoutes } from './operators'
import { createSignInRoutes } from './sign-in'

/** Routes of sign-in, operators and the audit log, as functions of a Request. */
export function createAuthRoutes(open: OpenAuth, options: HandlerOptions = {}) {
  const handle = createHandler({ access: async () => (await open())?.access ?? openAccess, ...options })
  const handleAuth = createAuthHandler(open, options)
  return {
    ...createSignInRoutes(open, handle, handleAuth),
    ...createAccountRoutes(handle, handleAuth),
    ...createOperatorRoutes(handleAuth),
    ...createAuditRoutes(handle, handleAuth),
  }
}
