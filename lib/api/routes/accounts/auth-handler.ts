import {
  createHandler,
  type HandlerOptions,
  type RequestContext,
  type Result,
  type RouteRules,
} from '@/lib/api/http/handle'
import type { ParameterTable } from '@/lib/api/http/parameters'
import type { Auth } from '@/lib/auth/auth'
import { AccessError } from '@/lib/auth/sessions/access-error'
import type { SignedIn } from '@/lib/auth/sessions/principal'
import type { SignInRequest } from '@/lib/auth/sign-in/sign-in'

/** Null where sign-in is disabled. */
export type OpenAuth = () => Promise<Auth | null>

export interface AuthContext<P extends ParameterTable, B> extends RequestContext<P, B> {
  readonly auth: Auth
  /** @throws AccessError session-required on a route without a role */
  readonly operator: SignedIn
  readonly signInRequest: SignInRequest
}

export type HandleAuth = <P extends ParameterTable, B>(
  request: Request,
  rules: RouteRules<P, B>,
  work: (context: AuthContext<P, B>) => Promise<Result<unknown> | Response>,
) => Promise<Response>

/** Pipeline of the routes that exist only where sign-in is enabled; elsewhere they answer no-such-route. */
export function createAuthHandler(open: OpenAuth, options: HandlerOptions): HandleAuth {
  async function requireAuth(): Promise<Auth> {
    const auth = await open()
    if (!auth) throw new AccessError('no-such-route')
    return auth
  }
  const handle = createHandler({ ...options, access: async () => (await requireAuth()).access })

  return (request, rules, work) =>
    handle(request, rules, async (context) => {
      const auth = await requireAuth()
      const { principal, requestId } = context
      return work({
        ...context,
        auth,
        get operator() {
          if (!principal.operator) throw new AccessError('session-required')
          return principal.operator
        },
        signInRequest: { headers: request.headers, address: principal.address, requestId },
      })
    })
}
