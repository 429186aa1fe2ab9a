import {
  codeSchema,
  passwordChangeSchema,
  passwordSchema,
  twoFactorOffSchema,
} from '@/lib/api/contract/sign-in'
import type { Handle } from '@/lib/api/http/handle'
import { InvalidInput } from '@/lib/api/http/invalid-input'
import type { ParameterTable } from '@/lib/api/http/parameters'
import { cookieValue, SESSION_COOKIE, sessionTokenOf } from '@/lib/auth/cookies'
import { AccessError } from '@/lib/auth/sessions/access-error'
import { throttledCall } from '@/lib/auth/sign-in/sign-in'
import type { AuthContext, HandleAuth } from './auth-handler'
import { requireStrongPassword } from './strong-password'

type Action = 'change-two-factor' | 'change-password'

/** An operator's own account. */
export function createAccountRoutes(handle: Handle, handleAuth: HandleAuth) {
  /** Throttled like a sign-in: a stolen session must not help to guess the password. */
  async function verify(
    { auth, operator, principal, record }: AuthContext<ParameterTable, unknown>,
    action: Action,
    refusal: 'sign-in-failed' | 'wrong-code',
    work: () => Promise<Response>,
  ) {
    const { email } = operator
    const response = await auth.lanes.run('known', email, async () => {
      await auth.loginThrottle.consume(email, principal.address)
      return throttledCall(auth.loginThrottle, email, principal.address, work)
    })
    if (!response.ok) {
      await record(action, email, refusal)
      throw new AccessError(refusal)
    }
    await auth.loginThrottle.reset(email, principal.address)
    return response
  }

  /** Of the authenticator, valid once, or a backup code. */
  async function verifyCode(context: AuthContext<ParameterTable, unknown>, code: string) {
    const { auth, operator, request } = context
    const { api } = auth.betterAuth
    const options = { body: { code }, headers: request.headers, asResponse: true } as const
    await verify(context, 'change-two-factor', 'wrong-code', async () => {
      if (!/^\d{6}$/.test(code)) return api.verifyBackupCode(options)
      const response = await api.verifyTOTP(options)
      const isNew = !response.ok || (await auth.loginThrottle.consumeCode(operator.email, code))
      return isNew ? response : new Response(null, { status: 401 })
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
        const response = await verify(context, 'change-two-factor', 'sign-in-failed', () =>
          context.auth.betterAuth.api.enableTwoFactor({
            body: { ...context.body, method: 'totp' },
            headers: request.headers,
            asResponse: true,
          }),
        )
        const { totpURI, backupCodes } = (await response.json()) as { totpURI: string; backupCodes: string[] }
        return { data: { uri: totpURI, backupCodes } }
      }),

    /** `POST /api/auth/two-factor/confirm`: ends the other sessions, which had no second factor. */
    confirmTwoFactor: (request: Request) =>
      handleAuth(request, { role: 'viewer', body: codeSchema }, async (context) => {
        const { auth, body, operator, auditWriter } = context
        const response = await verify(context, 'change-two-factor', 'wrong-code', () =>
          auth.betterAuth.api.verifyTOTP({ body, headers: request.headers, asResponse: true }),
        )
        const cookies = response.headers.getSetCookie()
        const cookie = cookies.find((text) => text.startsWith(`${SESSION_COOKIE}=`)) ?? null
        const token = sessionTokenOf(cookieValue(cookie, SESSION_COOKIE))
        const session = (await auth.operators.sessionOf(token)) ?? operator.sessionId
        const audit = auditWriter('change-two-factor', 'on')
        await auth.operators.endSessions(operator.id, 'changed', audit, session)
        return { data: null, cookies }
      }),

    /** `DELETE /api/auth/two-factor` */
    endTwoFactor: (request: Request) =>
      handleAuth(request, { role: 'viewer', body: twoFactorOffSchema }, async (context) => {
        const { auth, body, record } = context
        const { password, code } = body
        await verifyCode(context, code)
        const response = await verify(context, 'change-two-factor', 'sign-in-failed', () =>
          auth.betterAuth.api.disableTwoFactor({
            body: { password },
            headers: request.headers,
            asResponse: true,
          }),
        )
        await record('change-two-factor', 'off')
        return { data: null, cookies: response.headers.getSetCookie() }
      }),

    /** `POST /api/auth/password`: ends the other sessions. */
    changePassword: (request: Request) =>
      handleAuth(request, { role: 'viewer', body: passwordChangeSchema }, async (context) => {
        const { auth, body, operator, auditWriter } = context
        if (body.password === body.current)
          throw new InvalidInput('password', 'a password other than the current one')
        await requireStrongPassword(body.password, [operator.name, operator.email])
        await verify(context, 'change-password', 'sign-in-failed', () =>
          auth.betterAuth.api.changePassword({
            body: { currentPassword: body.current, newPassword: body.password },
            headers: request.headers,
            asResponse: true,
          }),
        )
        const audit = auditWriter('change-password', null)
        await auth.operators.endSessions(operator.id, 'changed', audit, operator.sessionId)
        return { data: null }
      }),
  }
}
