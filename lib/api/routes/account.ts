import { z } from 'zod'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { InvalidInput } from '@/lib/api/http/input'
import { type AnyContext, route, signInRoute } from '@/lib/api/http/route'
import { newSessionToken } from '@/lib/auth/cookies'
import { throttledCall } from '@/lib/auth/sign-in/sign-in'
import { codeSchema, newPassword, password, requireStrongPassword } from './sign-in'

const passwordSchema = z.strictObject({ password })
/** The code is the authenticator's or a backup code. */
const twoFactorOffSchema = z.strictObject({ ...passwordSchema.shape, ...codeSchema.shape })
const passwordChangeSchema = z.strictObject({ current: password, password: newPassword })

export const account = [
  route('GET /api/me', { role: 'viewer' }, async ({ principal: { operator, role } }) => {
    const me = operator && {
      id: operator.id,
      name: operator.name,
      email: operator.email,
      role,
      twoFactor: operator.twoFactor,
    }
    return { data: { operator: me } }
  }),

  signInRoute(
    'POST /api/auth/two-factor',
    { role: 'viewer', body: passwordSchema },
    async (context) => {
      const { auth, request, body } = context
      const response = await verify(context, 'change-two-factor', 'sign-in-failed', () =>
        auth.betterAuth.api.enableTwoFactor({
          body: { ...body, method: 'totp' },
          headers: request.headers,
          asResponse: true,
        }),
      )
      const { totpURI, backupCodes } = (await response.json()) as {
        totpURI: string
        backupCodes: string[]
      }
      return { data: { uri: totpURI, backupCodes } }
    },
  ),

  // Ends the other sessions, which had no second factor.
  signInRoute(
    'POST /api/auth/two-factor/confirm',
    { role: 'viewer', body: codeSchema },
    async (context) => {
      const { auth, request, body, operator, auditWriter } = context
      const response = await verify(context, 'change-two-factor', 'wrong-code', () =>
        auth.betterAuth.api.verifyTOTP({ body, headers: request.headers, asResponse: true }),
      )
      const cookies = response.headers.getSetCookie()
      const newSession = await auth.operators.sessionOf(newSessionToken(cookies))
      const kept = newSession ?? operator.sessionId
      const audit = auditWriter('change-two-factor', 'on')
      await auth.operators.endSessions(operator.id, 'changed', audit, kept)
      return { data: null, cookies }
    },
  ),

  signInRoute(
    'DELETE /api/auth/two-factor',
    { role: 'viewer', body: twoFactorOffSchema },
    async (context) => {
      const { auth, request, body, record } = context
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
    },
  ),

  // Ends the other sessions.
  signInRoute(
    'POST /api/auth/password',
    { role: 'viewer', body: passwordChangeSchema },
    async (context) => {
      const { auth, request, body, operator, auditWriter } = context
      if (body.password === body.current) {
        throw new InvalidInput('password', 'a password other than the current one')
      }
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
    },
  ),
] as const

/** Throttled like a sign-in: a stolen session must not help to guess the password. */
async function verify(
  { auth, operator, principal, record }: AnyContext,
  action: 'change-two-factor' | 'change-password',
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
    throw new ProblemError(refusal)
  }
  await auth.loginThrottle.reset(email, principal.address)
  return response
}

/** Checks a code of the authenticator, which is valid once, or a backup code. */
async function verifyCode(context: AnyContext, code: string) {
  const { auth, operator, request } = context
  const { api } = auth.betterAuth
  const options = { body: { code }, headers: request.headers, asResponse: true } as const
  const isBackupCode = !/^\d{6}$/.test(code)
  await verify(context, 'change-two-factor', 'wrong-code', async () => {
    const response = await auth.signIn.checkCode(operator.email, () =>
      isBackupCode ? api.verifyBackupCode(options) : api.verifyTOTP(options),
    )
    const mayBeUsed = response.ok && !isBackupCode
    const isNew = !mayBeUsed || (await auth.loginThrottle.consumeCode(operator.email, code))
    return isNew ? response : new Response(null, { status: 401 })
  })
}
