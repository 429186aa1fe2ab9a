import { BASE_ERROR_CODES } from '@better-auth/core/error'
import type { BetterAuthOptions } from 'better-auth'
import { APIError, createAuthMiddleware, getSessionFromCtx, isAPIError } from 'better-auth/api'
import { deleteSessionCookie } from 'better-auth/cookies'
import { and, eq, ne } from 'drizzle-orm'
import { isProblemError, ProblemError } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'
import type { Audit, AuditAction, AuditWriter, FailureCount } from '@/lib/auth/audit/audit'
import { networkOf } from '@/lib/auth/shares'
import { operators, verifications } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import { type BetterAuth, FAILED_PAGE } from './auth'
import { type AuthRequest, authRequests } from './auth-request'
import { type createOperators, revokeLinksOf } from './operators/operators'
import { hasRole } from './sessions/access'
import type { LoginThrottle } from './sign-in/login-throttle'
import { whyRefused } from './sign-in/openid-connect'
import type { ApiKeyMetadata } from './tokens'

type AuthHook = NonNullable<NonNullable<BetterAuthOptions['hooks']>['before']>
type EndpointContext = Parameters<typeof getSessionFromCtx>[0]
interface HookContext extends EndpointContext {
  readonly context: EndpointContext['context'] & {
    /** After the work: its answer, or its error. */
    readonly returned?: unknown
    readonly responseHeaders?: Headers
  }
}
/** A value that it returns replaces the answer. */
type Step = (ctx: HookContext, request: AuthRequest) => Promise<unknown>
type Steps = Readonly<Record<string, Step>>

export interface HookParts {
  readonly db: Database
  readonly audit: Audit
  readonly failures: FailureCount
  readonly loginThrottle: LoginThrottle
  readonly auth: () => BetterAuth
  readonly operators: ReturnType<typeof createOperators>
  /** For the log: why a sign-in by OpenID Connect was refused. */
  readonly warn: (message: string) => void
}

/**
 * Steps before and after better-auth's own work, by its path: limits for each account, the audit
 * log, and answers that are the same for unknown accounts.
 */
export function createHooks(parts: HookParts): NonNullable<BetterAuthOptions['hooks']> {
  const { db, audit, failures, loginThrottle } = parts

  async function record(
    { principal, requestId }: AuthRequest,
    action: AuditAction,
    subject: string | null,
    outcome = 'ok',
    through?: Transaction,
  ): Promise<void> {
    await audit.write({ principal, action, subject, outcome, requestId }, through)
  }

  /**
   * Failures of known accounts one by one, repeated refusals of one lock once.
   * @param subject e-mail address of the account, or another way to sign in
   */
  async function recordFailure(
    { principal: { address }, requestId }: AuthRequest,
    subject: string | null,
    outcome: 'sign-in-failed' | 'too-many-tries' | 'wrong-code',
  ): Promise<void> {
    // The account is the subject: the caller is not known.
    const principal = { operator: null, address }
    const entry = { principal, action: 'sign-in', subject, outcome, requestId } as const
    const isKnown =
      subject !== null && (await db.$count(operators, eq(operators.email, subject))) > 0
    if (!isKnown) return failures.add(entry)
    if (outcome !== 'too-many-tries' || (await loginThrottle.shouldAudit(subject, address)))
      await audit.write(entry)
  }

  /**
   * Counts an attempt of an account that is not known at the address in the network too.
   * @returns whether the account has signed in from there before
   */
  async function admit(email: string, address: string | null): Promise<boolean> {
    const isKnown = await loginThrottle.isKnown(email, address)
    if (!isKnown) await loginThrottle.consumeNetwork(address)
    await loginThrottle.consume(email, address)
    return isKnown
  }

  /** Counts an attempt with a session: a stolen one must not help to guess password or code. */
  async function countOwn(request: AuthRequest): Promise<void> {
    const { operator, address } = request.principal
    if (!operator) return
    await loginThrottle.consume(operator.email, address)
    request.refund = () => loginThrottle.refund(operator.email, address)
  }

  /** @param done subject of the audit entry; false: what follows records it */
  function ownSecret(action: 'change-password' | 'change-two-factor', done: string | null | false) {
    return {
      before: async (_ctx: HookContext, request: AuthRequest) => {
        request.changes = request.principal.operator?.id ?? null
        await countOwn(request)
      },
      after: async ({ context }: HookContext, request: AuthRequest) => {
        const { operator, address } = request.principal
        if (!operator) return
        if (isAPIError(context.returned)) {
          await record(request, action, operator.email, 'sign-in-failed')
          return
        }
        await loginThrottle.reset(operator.email, address)
        if (done !== false) await record(request, action, done)
      },
    }
  }

  const beginTwoFactor = ownSecret('change-two-factor', false)
  const endTwoFactor = ownSecret('change-two-factor', 'off')
  const changePassword = ownSecret('change-password', null)

  /** After password, code, passkey or provider. The previous session of the browser ends. */
  async function signedIn(
    user: { readonly id: string; readonly email: string },
    { principal: { operator: previous, address }, requestId }: AuthRequest,
    subject: string | null,
  ): Promise<void> {
    const principal = { operator: user, address }
    await audit.write({ principal, action: 'sign-in', subject, outcome: 'ok', requestId })
    if (previous) await parts.operators.endSession(previous.sessionId)
  }

  async function refuseCode(request: AuthRequest, email: string | null): Promise<never> {
    const { operator } = request.principal
    if (operator) {
      await record(request, 'change-two-factor', operator.email, 'wrong-code')
      throw new ProblemError('wrong-code')
    }
    await recordFailure(request, email, 'wrong-code')
    throw new ProblemError('sign-in-failed')
  }

  /** The account of a sign-in that waits for its code. */
  async function challengedEmail({ context, ...ctx }: HookContext): Promise<string | null> {
    const { name } = context.createAuthCookie('two_factor')
    const id = await ctx.getSignedCookie(name, context.secret)
    const challenge = id ? await context.internalAdapter.findVerificationValue(id) : null
    if (!challenge) return null
    return (await context.internalAdapter.findUserById(challenge.value))?.email ?? null
  }

  async function emailOf(ctx: HookContext, { principal }: AuthRequest): Promise<string | null> {
    return principal.operator?.email ?? challengedEmail(ctx)
  }

  async function afterCode(ctx: HookContext, request: AuthRequest, isTotp: boolean) {
    const { returned, newSession, internalAdapter } = ctx.context
    const { operator, address } = request.principal
    if (isAPIError(returned)) {
      if (returned.statusCode >= 500) return
      const subject = operator?.email ?? request.challenged ?? null
      return refuseCode(request, subject)
    }
    const user = operator ?? newSession?.user
    if (!user) return
    const isConfirmation = operator !== null && !operator.twoFactor
    // Valid once, also where two come at once.
    const mayBeUsed = isTotp && !isConfirmation
    if (mayBeUsed && !(await loginThrottle.consumeCode(user.email, ctx.body.code))) {
      if (newSession) await internalAdapter.deleteSession(newSession.session.token)
      return refuseCode(request, user.email)
    }
    await loginThrottle.reset(user.email, address)
    if (!operator) await signedIn(user, request, null)
    if (isConfirmation) {
      const kept = newSession?.session.id ?? operator.sessionId
      const writeAudit: AuditWriter = (tx) => record(request, 'change-two-factor', 'on', 'ok', tx)
      await parts.operators.endSessions(user.id, 'changed', writeAudit, kept)
    }
    return withoutToken(returned)
  }

  /**
   * A change by an administrator: recorded before it is made, so that none goes unrecorded.
   * @throws ProblemError not-found, own-account, last-administrator
   */
  function administration(
    action: AuditAction,
    rules: { readonly isForOthers?: boolean; readonly mayEndAdministrator?: boolean } = {},
  ): Step {
    return async ({ body }, request) => {
      const { userId, role } = body as { userId: string; role?: string }
      const { email } = await parts.operators.find(userId)
      const subject = role === undefined ? email : `${email}: ${role}`
      const refuse = async (kind: ProblemKind) => {
        await record(request, action, subject, kind)
        throw new ProblemError(kind)
      }
      if (rules.isForOthers && userId === request.principal.operator?.id)
        await refuse('own-account')
      const isEnd = rules.mayEndAdministrator && role !== 'administrator'
      if (isEnd && !(await hasOtherAdministrator(userId))) await refuse('last-administrator')
      request.changes = userId
      await record(request, action, subject)
    }
  }

  /** A trigger of the store refuses two such changes that come at once. */
  async function hasOtherAdministrator(id: string): Promise<boolean> {
    const isOther = and(eq(operators.role, 'administrator'), eq(operators.banned, false))
    return (await db.$count(operators, and(isOther, ne(operators.id, id)))) > 0
  }

  /** Ends what an operator has begun: links that they made, sign-ins that wait for a code. */
  async function endBegun({ body, context }: HookContext): Promise<void> {
    if (isAPIError(context.returned)) return
    const { userId, role } = body as { userId: string; role?: string }
    if (role === 'administrator') return
    await db.transaction((tx) => revokeLinksOf(tx, userId))
    if (role === undefined) await endChallenges(userId)
  }
  async function endChallenges(userId: string): Promise<void> {
    await db.delete(verifications).where(eq(verifications.value, userId))
  }

  async function requireFreshSession(ctx: HookContext): Promise<void> {
    const found = await getSessionFromCtx(ctx)
    const ageMs = Date.now() - (found?.session.createdAt.getTime() ?? 0)
    if (ageMs > ctx.context.sessionConfig.freshAge * 1000)
      throw APIError.from('FORBIDDEN', BASE_ERROR_CODES.SESSION_NOT_FRESH)
  }

  const before: Steps = {
    async '/sign-in/email'({ body }, request) {
      const email = String(body.email).toLowerCase()
      const { address } = request.principal
      const network = address === null ? '' : networkOf(address)
      const isKnown = await admit(email, address).catch(async (error: unknown) => {
        if (isProblemError(error) && error.kind === 'too-many-tries')
          await recordFailure(request, email, 'too-many-tries')
        throw error
      })
      request.lane = { name: isKnown ? 'known' : 'unknown', owner: isKnown ? email : network }
      request.refund = async (because) => {
        await loginThrottle.refund(email, address)
        if (!isKnown && because !== 'sign-in-busy') await loginThrottle.refundNetwork(address)
      }
    },
    async '/two-factor/verify-totp'(ctx, request) {
      const email = await emailOf(ctx, request)
      request.challenged = email
      await countOwn(request)
      // Checked before the call too: a used code must not consume the challenge, so that
      // the next code still works.
      if (email !== null && (await loginThrottle.isCodeUsed(email, ctx.body.code)))
        await refuseCode(request, email)
    },
    async '/two-factor/verify-backup-code'(ctx, request) {
      request.challenged = await emailOf(ctx, request)
      await countOwn(request)
    },
    '/two-factor/enable': beginTwoFactor.before,
    async '/two-factor/disable'(ctx, request) {
      const { code } = ctx.body
      const given = { body: { code }, headers: ctx.headers ?? new Headers() }
      const { api } = parts.auth()
      if (/^\d{6}$/.test(code)) await api.verifyTOTP(given)
      else await api.verifyBackupCode(given)
      await endTwoFactor.before(ctx, request)
    },
    '/change-password': changePassword.before,
    async '/sign-out'(_ctx, request) {
      const { operator } = request.principal
      if (!operator) return
      // better-auth would answer as usual where the store is away, and the session would stay.
      await parts.operators.endSession(operator.sessionId)
      await record(request, 'sign-out', null)
    },
    async '/revoke-sessions'(_ctx, request) {
      const { operator } = request.principal
      request.changes = operator?.id ?? null
      await record(request, 'end-sessions', operator?.email ?? null)
    },
    '/admin/set-role': administration('change-role', { mayEndAdministrator: true }),
    '/admin/ban-user': administration('disable', { isForOthers: true, mayEndAdministrator: true }),
    '/admin/unban-user': administration('enable'),
    '/admin/revoke-user-sessions': administration('end-sessions'),
    '/admin/remove-user': administration('delete', {
      isForOthers: true,
      mayEndAdministrator: true,
    }),
    async '/passkey/delete-passkey'({ body }, request) {
      await record(request, 'remove-passkey', body.id)
    },
    async '/api-key/create'(ctx, request) {
      await requireFreshSession(ctx)
      const { role } = ctx.body.metadata as ApiKeyMetadata
      if (!hasRole(request.principal.role, role)) throw new ProblemError('role-required')
    },
    async '/api-key/delete'({ body }, request) {
      request.changes = body.keyId
      await record(request, 'revoke-token', body.keyId)
    },
  }

  const after: Steps = {
    async '/sign-in/email'({ body, context }, request) {
      const email = String(body.email).toLowerCase()
      const { returned, newSession } = context
      if (isAPIError(returned)) {
        if (returned.statusCode >= 500) return
        await recordFailure(request, email, 'sign-in-failed')
        // A disabled operator and a text that is no address get the same answer.
        throw new ProblemError('sign-in-failed')
      }
      const { address } = request.principal
      if (request.lane.name === 'unknown') await loginThrottle.refundNetwork(address)
      // The plugin's own step asks for the code.
      if (!newSession || newSession.user.twoFactorEnabled) return
      await loginThrottle.reset(newSession.user.email, address)
      await signedIn(newSession.user, request, null)
      return withoutToken(returned)
    },
    '/two-factor/verify-totp': (ctx, request) => afterCode(ctx, request, true),
    '/two-factor/verify-backup-code': (ctx, request) => afterCode(ctx, request, false),
    '/two-factor/enable': beginTwoFactor.after,
    '/two-factor/disable': endTwoFactor.after,
    async '/change-password'(ctx, request) {
      await changePassword.after(ctx, request)
      const { returned } = ctx.context
      if (isAPIError(returned)) return
      await endChallenges(request.principal.operator?.id ?? '')
      return withoutToken(returned)
    },
    async '/callback/:id'(ctx, request) {
      const { newSession, responseHeaders } = ctx.context
      const subject = 'OpenID Connect'
      if (newSession) return signedIn(newSession.user, request, subject)
      const reason = whyRefused(responseHeaders?.get('location') ?? '')
      if (reason) parts.warn(`A sign-in by OpenID Connect was refused: ${reason}`)
      await recordFailure(request, subject, 'sign-in-failed')
      // Not the code of better-auth, which says whether the account is known.
      throw ctx.redirect(FAILED_PAGE)
    },
    async '/passkey/verify-authentication'({ context }, request) {
      if (context.newSession) {
        await signedIn(context.newSession.user, request, 'passkey')
        return { status: true }
      }
      if (isAPIError(context.returned) && context.returned.statusCode >= 500) return
      await recordFailure(request, 'passkey', 'sign-in-failed')
      throw new ProblemError('sign-in-failed')
    },
    async '/sign-out'(ctx) {
      clearBrowser(ctx)
    },
    async '/revoke-sessions'(ctx, request) {
      if (isAPIError(ctx.context.returned)) return
      await endChallenges(request.principal.operator?.id ?? '')
      deleteSessionCookie(ctx)
      clearBrowser(ctx)
    },
    '/admin/set-role': endBegun,
    '/admin/ban-user': endBegun,
    '/admin/revoke-user-sessions': async ({ body }) => endChallenges(body.userId),
    async '/passkey/verify-registration'({ context }, request) {
      if (!isAPIError(context.returned)) await record(request, 'add-passkey', null)
    },
    async '/api-key/create'({ body, context }, request) {
      if (isAPIError(context.returned)) return
      const { role } = body.metadata as ApiKeyMetadata
      await record(request, 'add-token', `${body.name}: ${role}`)
    },
  }

  return { before: hookOf(before), after: hookOf(after) }
}

function hookOf(steps: Steps): AuthHook {
  return createAuthMiddleware(async (ctx) => {
    const request = authRequests.getStore()
    const step = steps[ctx.path]
    if (request && step) return step(ctx as HookContext, request)
  })
}

/** The session is in the cookie only, which scripts of the page cannot read. */
function withoutToken(returned: unknown): unknown {
  const { token: _, ...rest } = returned as { token?: string }
  return rest
}

/** The browser drops everything that it stored. */
function clearBrowser(ctx: HookContext): void {
  ctx.setHeader('clear-site-data', '"cache", "storage"')
}
