import type { z } from 'zod'
import type { BetterAuth } from '@/lib/auth/better-auth'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { throttledCall } from '@/lib/auth/sign-in/sign-in'
import { codeSchema, passwordChangeSchema, passwordSchema } from '@/lib/contract/sign-in'
import type { Handle } from '@/lib/http/handle'
import type { ParameterTable } from '@/lib/http/parameters'
import type { AuthContext, HandleAuth } from './auth-handler'

/** An operator's own account. */
export function createAccountRoutes(handle: Handle, handleAuth: HandleAuth) {
  /** Throttled like a sign-in: a stolen session must not help to guess the password. */
  async function verify(
    { auth, operator, principal, record }: AuthContext<ParameterTable, unknown>,
    action: 'change-two-factor' | 'change-password',
    work: () => Promise<Response>,
  ) {
    const { email } = operator
    await auth.loginThrottle.consume(email, principal.address)
    const response = await throttledCall(auth.loginThrottle, email, principal.address, work)
    if (!response.ok) {
      await record(action, email, 'sign-in-failed')
      throw new AccessError('sign-in-failed')
    }
    await auth.loginThrottle.reset(email, principal.address)
    return response
  }

  function switchTwoFactor<B>(
    request: Request,
    schema: z.ZodType<B>,
    subject: 'on' | 'off',
    call: (
      api: BetterAuth['api'],
      options: { body: B; headers: Headers; asResponse: true },
    ) => Promise<Response>,
  ) {
    return handleAuth(request, { role: 'viewer', body: schema }, async (context) => {
      const { auth, body, record } = context
      const options = { body, headers: request.headers, asResponse: true } as const
      const response = await verify(context, 'change-two-factor', () => call(auth.betterAuth.api, options))
      await record('change-two-factor', subject)
      return { data: null, cookies: response.headers.getSetCookie() }
    })
  }

  return {
    /** `GET /api/me` */
    me: (request: Request) =>
      handle(request, { role: 'viewer' }, async ({ principal: { operator, role } }) => {
        const { id, name, email, twoFactor } = operator ?? {}
        const data = { operator: operator && { id, name, email, role, twoFactor } }
        // Pages of version 0.1.0 clear personal data at the end of a session only if they read an operator here.
        return { data, topLevel: data }
      }),

    /** `POST /api/auth/two-factor` */
    beginTwoFactor: (request: Request) =>
      handleAuth(request, { role: 'viewer', body: passwordSchema }, async (context) => {
        const response = await verify(context, 'change-two-factor', () =>
          context.auth.betterAuth.api.enableTwoFactor({
            body: { ...context.body, method: 'totp' },
            headers: request.headers,
            asResponse: true,
          }),
        )
        const { totpURI, backupCodes } = (await response.json()) as { totpURI: string; backupCodes: string[] }
        return { data: { uri: totpURI, backupCodes } }
      }),

    /** `POST /api/auth/two-factor/confirm` */
    confirmTwoFactor: (request: Request) =>
      switchTwoFactor(request, codeSchema, 'on', (api, options) => api.verifyTOTP(options)),

    /** `DELETE /api/auth/two-factor` */
    endTwoFactor: (request: Request) =>
      switchTwoFactor(request, passwordSchema, 'off', (api, options) => api.disableTwoFactor(options)),

    /** `POST /api/auth/password` */
    changePassword: (request: Request) =>
      handleAuth(request, { role: 'viewer', body: passwordChangeSchema }, async (context) => {
        const { auth, body, operator, auditWriter } = context
        await verify(context, 'change-password', () =>
          auth.betterAuth.api.changePassword({
            body: { currentPassword: body.current, newPassword: body.password },
            headers: request.headers,
            asResponse: true,
          }),
        )
        await auth.operators.endSessions(
          operator.id,
          operator.sessionId,
          auditWriter('change-password', null),
        )
        return { data: null }
      }),
  }
}
