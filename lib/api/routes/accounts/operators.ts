import { invitationRequestSchema, operatorChangeSchema } from '@/lib/api/contract/operators'
import type { ParameterTable } from '@/lib/api/http/parameters'
import type { AuditAction } from '@/lib/auth/audit/audit'
import type { OperatorChange } from '@/lib/auth/operators/operators'
import { AccessError, isAccessError } from '@/lib/auth/sessions/access-error'
import type { AuthContext, HandleAuth } from './auth-handler'

interface IdContext {
  readonly params: Promise<{ readonly id: string }>
}

/** Rules of a change by an administrator, which records itself in its transaction. */
function change(action: AuditAction, subject: string | null) {
  return { role: 'administrator', audit: { action, subject, refusalsOnly: true } } as const
}

/** Operators and invitations, for administrators. */
export function createOperatorRoutes(handle: HandleAuth) {
  return {
    /** `GET /api/operators` */
    operators: (request: Request) =>
      handle(request, { role: 'administrator' }, async ({ auth }) => {
        const listed = await auth.invitations.list()
        const invitations = listed.map(({ id, email, role, createdAt, expiresAt }) => ({
          id,
          email,
          role,
          createdAt: createdAt.toISOString(),
          expiresAt: expiresAt.toISOString(),
        }))
        return { data: { operators: await auth.operators.list(), invitations } }
      }),

    /** `POST /api/operators` */
    invite: (request: Request) =>
      handle(
        request,
        { ...change('invite', null), body: invitationRequestSchema },
        async ({ auth, operator, body, auditWriter }) => {
          const email = body.email.toLowerCase()
          const audit = auditWriter('invite', `${email}: ${body.role}`)
          const { secret, expiresAt } = await auth.invitations.invite(email, body.role, operator.id, audit)
          const url = `${auth.origins.of(request)}/invitation#${secret}`
          return { data: { url, expiresAt: expiresAt.toISOString() }, status: 201 }
        },
      ),

    /** `PATCH /api/operators/{id}` */
    changeOperator: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      const rules = { ...change('change-role', id), body: operatorChangeSchema }
      return handle(request, rules, async ({ auth, body, auditWriter, record }) => {
        const { email } = await auth.operators.find(id)
        const events = eventsOf(body, email)
        try {
          await auth.operators.change(id, body, async (tx) => {
            for (const [action, subject] of events) await auditWriter(action, subject)(tx)
          })
        } catch (error) {
          if (isAccessError(error))
            for (const [action, subject] of events) await record(action, subject, error.kind)
          throw error
        }
        return { data: null }
      })
    },

    /** `DELETE /api/operators/{id}/sessions` */
    endSessions: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      return handle(request, change('end-sessions', id), async ({ auth, auditWriter }) => {
        const { email } = await auth.operators.find(id)
        await auth.operators.endSessions(id, 'ended', auditWriter('end-sessions', email))
        return { data: null }
      })
    },

    /** `POST /api/operators/{id}/reset`: a link for a new password. */
    resetOperator: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      return handle(request, change('reset-password', id), async (context) => {
        const { auth, operator, auditWriter } = context
        const { email } = await findOther(context, 'reset-password', id)
        const audit = auditWriter('reset-password', email)
        const { secret, expiresAt } = await auth.recovery.createReset(id, operator.id, audit)
        const url = `${auth.origins.of(request)}/reset-password#${secret}`
        return { data: { url, expiresAt: expiresAt.toISOString() }, status: 201 }
      })
    },

    /** `DELETE /api/operators/{id}/two-factor`: a lost authenticator. */
    turnTwoFactorOff: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      return handle(request, change('change-two-factor', id), async (context) => {
        const { auth, operator, auditWriter } = context
        const { email } = await findOther(context, 'change-two-factor', id)
        const audit = auditWriter('change-two-factor', `${email}: off`)
        await auth.recovery.turnTwoFactorOff(id, operator.id, audit)
        return { data: null }
      })
    },

    /** `DELETE /api/operators/{id}/lock`: wrong passwords and codes are forgotten. */
    unlock: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      return handle(request, change('unlock', id), async ({ auth, operator, auditWriter }) => {
        const { email } = await auth.operators.find(id)
        await auth.recovery.unlockCodes(id, operator.id, auditWriter('unlock', email))
        await auth.loginThrottle.unlock(email, await auth.audit.failureAddresses(email))
        return { data: null }
      })
    },

    /** `DELETE /api/operators/{id}` */
    deleteOperator: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      return handle(request, change('delete', id), async (context) => {
        const { email } = await findOther(context, 'delete', id)
        await context.auth.operators.remove(id, context.auditWriter('delete', email))
        return { data: null }
      })
    },

    /** `DELETE /api/invitations/{id}` */
    revokeInvitation: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      return handle(request, change('take-back-invitation', null), async ({ auth, auditWriter }) => {
        await auth.invitations.revoke(id, (email) => auditWriter('take-back-invitation', email))
        return { data: null }
      })
    },
  }
}

/** Operators recover their own account on the account page, with password and code. @throws AccessError own-account */
async function findOther(
  { auth, operator, record }: AuthContext<ParameterTable, unknown>,
  action: AuditAction,
  id: string,
) {
  const found = await auth.operators.find(id)
  if (id !== operator.id) return found
  await record(action, found.email, 'own-account')
  throw new AccessError('own-account')
}

function eventsOf({ role, disabled }: OperatorChange, email: string): [AuditAction, string][] {
  const events: [AuditAction, string][] = []
  if (role !== undefined) events.push(['change-role', `${email}: ${role}`])
  if (disabled !== undefined) events.push([disabled ? 'disable' : 'enable', email])
  return events
}
