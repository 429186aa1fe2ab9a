import { BASE_ERROR_CODES } from '@better-auth/core/error'
import { APIError, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { hasRole } from '@/lib/auth/access'
import type { ApiKeyMetadata } from '@/lib/auth/api-keys'
import { recordFor } from '@/lib/auth/audit'
import { endChallenges } from '@/lib/auth/sessions/ended-sessions'
import type { Attempts } from './attempts'
import { type HookContext, type HookParts, type StepsByPath, withoutToken } from './steps'

/** One's own sessions, password, second factor, passkeys and tokens. */
export function accountSteps(parts: HookParts, { ownSecret }: Attempts): StepsByPath {
  const { db, audit } = parts
  const changePassword = ownSecret('change-password', null)
  const turnTwoFactorOff = ownSecret('change-two-factor', 'off')

  return {
    '/sign-out': {
      async before(_ctx, request) {
        const { operator } = request.principal
        if (!operator) return
        // better-auth would answer as usual where the store is away, and the session would stay.
        await parts.operators.endSession(operator.sessionId)
        await recordFor(audit, request, 'sign-out', null)
      },
      after: async (ctx) => clearBrowser(ctx),
    },
    '/revoke-sessions': {
      async before(_ctx, request) {
        const { operator } = request.principal
        request.changes = operator?.id ?? null
        await recordFor(audit, request, 'end-sessions', operator?.email ?? null)
      },
      async after(ctx, request) {
        if (isAPIError(ctx.context.returned)) return
        await endChallenges(db, request.principal.operator?.id ?? '')
        deleteSessionCookie(ctx)
        clearBrowser(ctx)
      },
    },
    '/change-password': {
      before: changePassword.before,
      async after(ctx, request) {
        await changePassword.after(ctx, request)
        const { returned } = ctx.context
        if (isAPIError(returned)) return
        await endChallenges(db, request.principal.operator?.id ?? '')
        return withoutToken(returned)
      },
    },
    // The first code, after it, turns it on.
    '/two-factor/enable': ownSecret('change-two-factor', false),
    '/two-factor/disable': {
      async before(ctx, request) {
        const { code } = ctx.body
        const given = { body: { code }, headers: ctx.headers ?? new Headers() }
        const { api } = parts.auth()
        if (/^\d{6}$/.test(code)) await api.verifyTOTP(given)
        else await api.verifyBackupCode(given)
        await turnTwoFactorOff.before(ctx, request)
      },
      after: turnTwoFactorOff.after,
    },
    '/passkey/verify-registration': {
      async after({ context }, request) {
        if (!isAPIError(context.returned)) await recordFor(audit, request, 'add-passkey', null)
      },
    },
    '/passkey/delete-passkey': {
      before: ({ body }, request) => recordFor(audit, request, 'remove-passkey', body.id),
    },
    '/api-key/create': {
      async before(ctx, request) {
        await requireFreshSession(ctx)
        const { role } = ctx.body.metadata as ApiKeyMetadata
        if (!hasRole(request.principal.role, role)) throw new ProblemError('role-required')
      },
      async after({ body, context }, request) {
        if (isAPIError(context.returned)) return
        const { role } = body.metadata as ApiKeyMetadata
        await recordFor(audit, request, 'add-token', `${body.name}: ${role}`)
      },
    },
    '/api-key/delete': {
      async before({ body }, request) {
        request.changes = body.keyId
        await recordFor(audit, request, 'revoke-token', body.keyId)
      },
    },
  }
}

/** The plugin asks for any session. */
async function requireFreshSession(ctx: HookContext): Promise<void> {
  const found = await getSessionFromCtx(ctx)
  const ageMs = Date.now() - (found?.session.createdAt.getTime() ?? 0)
  if (ageMs > ctx.context.sessionConfig.freshAge * 1000)
    throw APIError.from('FORBIDDEN', BASE_ERROR_CODES.SESSION_NOT_FRESH)
}

/** The browser drops everything that it stored. */
function clearBrowser(ctx: HookContext): void {
  ctx.setHeader('clear-site-data', '"cache", "storage"')
}
