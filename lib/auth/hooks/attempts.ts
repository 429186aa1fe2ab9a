import { isAPIError } from 'better-auth/api'
import { eq } from 'drizzle-orm'
import { recordFor } from '@/lib/auth/audit'
import type { AuthRequest } from '@/lib/auth/auth-request'
import { operators } from '@/lib/store/schema'
import type { HookContext, HookParts, Steps } from './steps'

export type Attempts = ReturnType<typeof createAttempts>

/** Limits and audit entries of attempts with a password, a code, a passkey or a provider. */
export function createAttempts(parts: HookParts) {
  const { db, audit, loginThrottle } = parts

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

  /**
   * Failures of accounts that exist one by one, repeated refusals of one lock once; of others the
   * first of a network in a quarter of an hour, or guesses would fill the log.
   * @param subject e-mail address of the account, or another way to sign in
   */
  async function recordFailure(
    { principal: { address }, requestId }: AuthRequest,
    subject: string | null,
    outcome: 'sign-in-failed' | 'too-many-tries' | 'wrong-code',
  ): Promise<void> {
    const isAccount = subject !== null && (await hasAccount(subject))
    const mayRepeat = !isAccount || outcome === 'too-many-tries'
    if (mayRepeat) {
      const account = isAccount ? subject : null
      const isFirst = await loginThrottle.shouldAudit(account, address)
      if (!isFirst) return
    }
    await audit.write({
      // The account is the subject: the caller is not known.
      principal: { operator: null, address },
      action: 'sign-in',
      subject,
      outcome,
      requestId,
    })
  }

  async function hasAccount(email: string): Promise<boolean> {
    const count = await db.$count(operators, eq(operators.email, email))
    return count > 0
  }

  /** After password, code, passkey or provider. The previous session of the browser ends. */
  async function signedIn(
    user: { readonly id: string; readonly email: string },
    { principal: { operator: previous, address }, requestId }: AuthRequest,
    subject: string | null,
  ): Promise<void> {
    await audit.write({
      principal: { operator: user, address },
      action: 'sign-in',
      subject,
      outcome: 'ok',
      requestId,
    })
    if (previous) await parts.operators.endSession(previous.sessionId)
  }

  /**
   * Steps of a change that needs the password.
   * @param done subject of the audit entry; false: what follows records it
   */
  function ownSecret(
    action: 'change-password' | 'change-two-factor',
    done: string | null | false,
  ): Required<Steps> {
    return {
      async before(_ctx: HookContext, request: AuthRequest) {
        request.changes = request.principal.operator?.id ?? null
        await countOwn(request)
      },
      async after({ context }: HookContext, request: AuthRequest) {
        const { operator, address } = request.principal
        if (!operator) return
        if (isAPIError(context.returned)) {
          await recordFor(audit, request, action, operator.email, 'sign-in-failed')
          return
        }
        await loginThrottle.reset(operator.email, address)
        if (done !== false) await recordFor(audit, request, action, done)
      },
    }
  }

  return { admit, countOwn, recordFailure, signedIn, ownSecret }
}
