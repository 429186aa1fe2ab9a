import { isAPIError } from 'better-auth/api'
import { isProblemError, ProblemError } from '@/lib/api/contract/problem-error'
import { type AuditWriter, recordFor } from '@/lib/auth/audit'
import type { AuthRequest } from '@/lib/auth/auth-request'
import { FAILED_PAGE, whyRefused } from '@/lib/auth/openid-connect'
import type { Attempts } from './attempts'
import { type HookContext, type HookParts, type StepsByPath, withoutToken } from './steps'

/** Password, code, passkey and OpenID Connect. */
export function signInSteps(parts: HookParts, attempts: Attempts): StepsByPath {
  const { audit, loginThrottle } = parts
  const { recordFailure, signedIn } = attempts

  async function refuseCode(request: AuthRequest, email: string | null): Promise<never> {
    const { operator } = request.principal
    if (operator) {
      await recordFor(audit, request, 'change-two-factor', operator.email, 'wrong-code')
      throw new ProblemError('wrong-code')
    }
    await recordFailure(request, email, 'wrong-code')
    throw new ProblemError('sign-in-failed')
  }

  async function beforeCode(ctx: HookContext, request: AuthRequest): Promise<void> {
    request.challenged = request.principal.operator?.email ?? (await challengedEmail(ctx))
    await attempts.countOwn(request)
  }

  async function afterCode(ctx: HookContext, request: AuthRequest, isTotp: boolean) {
    const { returned, newSession, internalAdapter } = ctx.context
    const { operator, address } = request.principal
    if (isAPIError(returned)) {
      if (returned.statusCode >= 500) return
      return refuseCode(request, request.challenged)
    }
    const user = operator ?? newSession?.user
    if (!user) return
    const isConfirmation = operator !== null && !operator.twoFactor
    // Valid once, also where two come at once.
    const mayBeUsed = isTotp && !isConfirmation
    const isUsed = mayBeUsed && !(await loginThrottle.consumeCode(user.email, ctx.body.code))
    if (isUsed) {
      if (newSession) await internalAdapter.deleteSession(newSession.session.token)
      return refuseCode(request, user.email)
    }
    await loginThrottle.reset(user.email, address)
    if (!operator) await signedIn(user, request, null)
    if (isConfirmation) {
      const kept = newSession?.session.id ?? operator.sessionId
      const writeAudit: AuditWriter = (tx) =>
        recordFor(audit, request, 'change-two-factor', 'on', 'ok', tx)
      await parts.operators.endSessions(user.id, 'changed', writeAudit, kept)
    }
    return withoutToken(returned)
  }

  return {
    '/sign-in/email': {
      async before({ body }, request) {
        const email = String(body.email).toLowerCase()
        const { address } = request.principal
        const isKnown = await attempts.admit(email, address).catch(async (error: unknown) => {
          const isLimited = isProblemError(error) && error.kind === 'too-many-tries'
          if (isLimited) await recordFailure(request, email, 'too-many-tries')
          throw error
        })
        request.isNetworkCounted = !isKnown
        request.refund = async () => {
          await loginThrottle.refund(email, address)
          if (!isKnown) await loginThrottle.refundNetwork(address)
        }
      },
      async after({ body, context }, request) {
        const email = String(body.email).toLowerCase()
        const { returned, newSession } = context
        if (isAPIError(returned)) {
          if (returned.statusCode >= 500) return
          await recordFailure(request, email, 'sign-in-failed')
          // A disabled operator and a text that is no address get the same answer.
          throw new ProblemError('sign-in-failed')
        }
        const { address } = request.principal
        if (request.isNetworkCounted) await loginThrottle.refundNetwork(address)
        // The plugin's own step asks for the code.
        if (!newSession || newSession.user.twoFactorEnabled) return
        await loginThrottle.reset(newSession.user.email, address)
        await signedIn(newSession.user, request, null)
        return withoutToken(returned)
      },
    },
    '/two-factor/verify-totp': {
      async before(ctx, request) {
        await beforeCode(ctx, request)
        const { challenged } = request
        // Checked before the call too: a used code must not consume the challenge, so that
        // the next code still works.
        if (challenged === null) return
        const isUsed = await loginThrottle.isCodeUsed(challenged, ctx.body.code)
        if (isUsed) await refuseCode(request, challenged)
      },
      after: (ctx, request) => afterCode(ctx, request, true),
    },
    '/two-factor/verify-backup-code': {
      before: beforeCode,
      after: (ctx, request) => afterCode(ctx, request, false),
    },
    '/passkey/verify-authentication': {
      async after({ context }, request) {
        if (context.newSession) {
          await signedIn(context.newSession.user, request, 'passkey')
          return { status: true }
        }
        if (isAPIError(context.returned) && context.returned.statusCode >= 500) return
        await recordFailure(request, 'passkey', 'sign-in-failed')
        throw new ProblemError('sign-in-failed')
      },
    },
    '/callback/:id': {
      async after(ctx, request) {
        const { newSession, responseHeaders } = ctx.context
        const subject = 'OpenID Connect'
        if (newSession) return signedIn(newSession.user, request, subject)
        const reason = whyRefused(responseHeaders?.get('location') ?? '')
        if (reason) parts.warn(`A sign-in by OpenID Connect was refused: ${reason}`)
        await recordFailure(request, subject, 'sign-in-failed')
        // Not the code of better-auth, which says whether the account is known.
        throw ctx.redirect(FAILED_PAGE)
      },
    },
  }
}

/** E-mail address of the account whose sign-in waits for its code. */
async function challengedEmail({ context, ...ctx }: HookContext): Promise<string | null> {
  const { name } = context.createAuthCookie('two_factor')
  const id = await ctx.getSignedCookie(name, context.secret)
  if (!id) return null
  const { internalAdapter } = context
  const challenge = await internalAdapter.findVerificationValue(id)
  if (!challenge) return null
  const user = await internalAdapter.findUserById(challenge.value)
  return user?.email ?? null
}
