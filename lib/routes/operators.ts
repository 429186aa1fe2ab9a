import type { AuditAction } from '@/lib/auth/audit/types'
import type { OperatorChange } from '@/lib/auth/operators/operators'
import { isAccessError } from '@/lib/auth/sessions/access-error'
import { invitationRequestSchema, operatorChangeSchema } from '@/lib/contract/operators'
import type { HandleAuth } from './auth-handler'

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
        const pending = await auth.invitations.pending()
        const invitations = pending.map(({ id, email, role, createdAt, expiresAt }) => ({
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
        await auth.operators.endSessions(id, null, auditWriter('end-sessions', email))
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

function eventsOf({ role, disabled }: OperatorChange, email: string): [AuditAction, string][] {
  const events: [AuditAction, string][] = []
  if (role !== undefined) events.push(['change-role', `${email}: ${role}`])
  if (disabled !== undefined) events.push([disabled ? 'disable' : 'enable', email])
  return events
}
