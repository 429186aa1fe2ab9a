import { AccessError } from '@/lib/auth/sessions/access-error'
import { throttledCall } from '@/lib/auth/sign-in/sign-in'
import { codeEntrySchema, passwordChangeSchema, passwordProofSchema } from '@/lib/contract/sign-in'
import { readBody } from '@/lib/http/handle-request'
import {
  type AuthenticatedRequest,
  type HandleRequest,
  json,
  type OpenAuth,
  requireOperator,
} from '@/lib/http/signed-in'

/** What an operator changes about themselves. */
export function createTwoFactorRoutes(open: OpenAuth, exchange: HandleRequest) {
  const change = (request: Request, work: (admitted: AuthenticatedRequest) => Promise<Response>) =>
    exchange(async (requestId) => work(await requireOperator(open, request, requestId, 'viewer')))

  /** A stolen session is not to guess the password either. */
  async function asked(
    { auth, who, note }: AuthenticatedRequest,
    action: 'change-two-factor' | 'change-password',
    work: () => Promise<Response>,
  ) {
    const { email } = who.operator
    await auth.limits.count(email, who.address)
    const response = await throttledCall(auth.limits, email, who.address, work)
    if (!response.ok) {
      await note(action, email, 'sign-in-failed')
      throw new AccessError('sign-in-failed')
    }
    await auth.limits.forget(email, who.address)
    return response
  }

  return {
    /** `GET /api/me` */
    me: (request: Request) =>
      exchange(async (requestId) => {
        if ((await open()) === null) return json({ operator: null })
        const { who } = await requireOperator(open, request, requestId, 'viewer')
        const { id, name, email, twoFactor } = who.operator
        return json({ operator: { id, name, email, role: who.role, two_factor: twoFactor } })
      }),

    /** `POST /api/auth/two-factor` */
    twoFactorBegin: (request: Request) =>
      change(request, async (admitted) => {
        const body = await readBody(request, passwordProofSchema)
        const { headers } = request
        const response = await asked(admitted, 'change-two-factor', () =>
          admitted.auth.kit.api.enableTwoFactor({
            body: { ...body, method: 'totp' },
            headers,
            asResponse: true,
          }),
        )
        const { totpURI, backupCodes } = (await response.json()) as { totpURI: string; backupCodes: string[] }
        return json({ uri: totpURI, backup_codes: backupCodes })
      }),

    /** `POST /api/auth/two-factor/confirm` */
    twoFactorConfirm: (request: Request) =>
      change(request, async (admitted) => {
        const body = await readBody(request, codeEntrySchema)
        const { headers } = request
        const response = await asked(admitted, 'change-two-factor', () =>
          admitted.auth.kit.api.verifyTOTP({ body, headers, asResponse: true }),
        )
        await admitted.note('change-two-factor', 'on')
        return json({}, response.headers.getSetCookie())
      }),

    /** `DELETE /api/auth/two-factor` */
    twoFactorEnd: (request: Request) =>
      change(request, async (admitted) => {
        const body = await readBody(request, passwordProofSchema)
        const { headers } = request
        const response = await asked(admitted, 'change-two-factor', () =>
          admitted.auth.kit.api.disableTwoFactor({ body, headers, asResponse: true }),
        )
        await admitted.note('change-two-factor', 'off')
        return json({}, response.headers.getSetCookie())
      }),

    /** `POST /api/auth/password` */
    password: (request: Request) =>
      change(request, async (admitted) => {
        const { current, password } = await readBody(request, passwordChangeSchema)
        const { auth, who } = admitted
        const { headers } = request
        await asked(admitted, 'change-password', () =>
          auth.kit.api.changePassword({
            body: { currentPassword: current, newPassword: password },
            headers,
            asResponse: true,
          }),
        )
        await auth.operators.endSessions(
          who.operator.id,
          who.operator.sessionId,
          admitted.witness('change-password', null),
        )
        return json({})
      }),
  }
}
