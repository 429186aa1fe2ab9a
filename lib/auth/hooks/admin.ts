import { isAPIError } from 'better-auth/api'
import { and, ne } from 'drizzle-orm'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { ProblemKind } from '@/lib/api/contract/problems'
import { isActiveAdministrator, revokeLinksOf } from '@/lib/auth/accounts/operators'
import { type AuditAction, type AuditWriter, recordFor } from '@/lib/auth/audit'
import type { AuthRequest } from '@/lib/auth/auth-request'
import { endChallenges } from '@/lib/auth/sessions/ended-sessions'
import { operators } from '@/lib/store/schema'
import type { HookContext, HookParts, Step, StepsByPath } from './steps'

interface Body {
  readonly userId: string
  readonly role?: string
}

interface Rules {
  readonly isForOthers?: boolean
  readonly mayEndAdministrator?: boolean
}

/** Changes of operators by administrators. */
export function adminSteps({ db, audit, operators: all }: HookParts): StepsByPath {
  /**
   * Refuses a change, and records that.
   * @returns subject of the change's own entry
   * @throws ProblemError not-found, own-account, last-administrator
   */
  async function check(
    action: AuditAction,
    { userId, role }: Body,
    request: AuthRequest,
    rules: Rules,
  ): Promise<string> {
    const { email } = await all.find(userId)
    const subject = role === undefined ? email : `${email}: ${role}`
    const refuse = async (kind: ProblemKind) => {
      await recordFor(audit, request, action, subject, kind)
      throw new ProblemError(kind)
    }
    const isOwn = userId === request.principal.operator?.id
    if (rules.isForOthers && isOwn) await refuse('own-account')
    const isEnd = rules.mayEndAdministrator && role !== 'administrator'
    if (isEnd && !(await hasOtherAdministrator(userId))) await refuse('last-administrator')
    return subject
  }

  /** Recorded before it is made, so that none goes unrecorded. */
  function change(action: AuditAction, rules: Rules = {}): Step {
    return async ({ body }, request) => {
      const subject = await check(action, body, request, rules)
      request.changes = body.userId
      await recordFor(audit, request, action, subject)
    }
  }

  /** A trigger of the store refuses two such changes that come at once. */
  async function hasOtherAdministrator(id: string): Promise<boolean> {
    const isOther = and(isActiveAdministrator, ne(operators.id, id))
    const count = await db.$count(operators, isOther)
    return count > 0
  }

  /** Ends what an operator has begun: links that they made, sign-ins that wait for a code. */
  async function endBegun({ body, context }: HookContext): Promise<void> {
    if (isAPIError(context.returned)) return
    const { userId, role } = body as Body
    if (role === 'administrator') return
    await db.transaction((tx) => revokeLinksOf(tx, userId))
    if (role === undefined) await endChallenges(db, userId)
  }

  return {
    '/admin/set-role': {
      before: change('change-role', { mayEndAdministrator: true }),
      after: endBegun,
    },
    '/admin/ban-user': {
      before: change('disable', { isForOthers: true, mayEndAdministrator: true }),
      after: endBegun,
    },
    '/admin/unban-user': { before: change('enable') },
    '/admin/revoke-user-sessions': {
      before: change('end-sessions'),
      after: async ({ body }) => endChallenges(db, body.userId),
    },
    '/admin/remove-user': {
      // In place of better-auth's work, which deletes sessions and password first: where the store
      // then refuses to delete the last administrator, their password would be gone.
      async before({ body }, request) {
        const rules = { isForOthers: true, mayEndAdministrator: true }
        const subject = await check('delete', body, request, rules)
        const writeAudit: AuditWriter = (tx) =>
          recordFor(audit, request, 'delete', subject, 'ok', tx)
        await all.remove(body.userId, request.principal.operator?.id ?? '', writeAudit)
        return { success: true }
      },
    },
  }
}
