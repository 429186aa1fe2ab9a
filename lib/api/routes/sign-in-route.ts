import { InvalidInput, type ParameterTable } from '@/lib/api/http/input'
import {
  type Context,
  type Result,
  type Route,
  type RouteName,
  type Rules,
  route,
} from '@/lib/api/http/route'
import type { Auth } from '@/lib/auth/auth'
import { AccessError } from '@/lib/auth/sessions/access-error'
import type { SignedIn } from '@/lib/auth/sessions/principal'
import { passwordWeakness } from '@/lib/auth/sign-in/password-strength'
import type { SignInRequest } from '@/lib/auth/sign-in/sign-in'

export interface AuthContext<Name extends string, P extends ParameterTable, B> extends Context<Name, P, B> {
  readonly auth: Auth
  /** @throws AccessError session-required on a route without a role */
  readonly operator: SignedIn
  readonly signInRequest: SignInRequest
}

export type AnyAuthContext = AuthContext<string, ParameterTable, unknown>

/** A route that exists only where sign-in is enabled; elsewhere it answers no-such-route. */
export function signInRoute<
  Name extends RouteName,
  T,
  P extends ParameterTable = ParameterTable,
  B = undefined,
>(
  name: Name,
  rules: Rules<Name, P, B>,
  work: (context: AuthContext<Name, P, B>) => Promise<Result<T> | Response>,
): Route<Name, P, B, T> {
  return route(name, { ...rules, needsSignIn: true }, async (context) => {
    const { app, request, principal, requestId } = context
    const auth = await app.auth()
    if (!auth) throw new AccessError('no-such-route')
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

/** @param own name and e-mail address of the operator. @throws InvalidInput */
export async function requireStrongPassword(password: string, own: readonly string[]): Promise<void> {
  const allowed = await passwordWeakness(password, own)
  if (allowed !== null) throw new InvalidInput('password', allowed)
}
