import type { AuditAction } from '@/lib/auth/audit/audit'
import type { OperatorChange } from '@/lib/auth/operators/operators'
import { isAccessError } from '@/lib/auth/sessions/access-error'
import { invitingSchema, operatorChangeSchema } from '@/lib/contract/operators'
import { readBody } from '@/lib/http/handle-request'
import {
  type AuthenticatedRequest,
  type HandleRequest,
  json,
  type OpenAuth,
  requireOperator,
} from '@/lib/http/signed-in'

interface IdContext {
  readonly params: Promise<{ readonly id: string }>
}

/** Who may sign in, for administrators. */
export function createOperatorRoutes(open: OpenAuth, exchange: HandleRequest) {
  const asAdministrator = (
    request: Request,
    action: AuditAction,
    subject: string | null,
    work: (admitted: AuthenticatedRequest) => Promise<Response>,
  ) =>
    exchange(async (requestId) =>
      work(await requireOperator(open, request, requestId, 'administrator', { action, subject })),
    )

  return {
    /** `GET /api/operators` */
    operators: (request: Request) =>
      exchange(async (requestId) => {
        const { auth } = await requireOperator(open, request, requestId, 'administrator')
        const waiting = await auth.invitations.open()
        return json({
          operators: await auth.operators.list(),
          invitations: waiting.map(({ id, email, role, createdAt, expiresAt }) => ({
            id,
            email,
            role,
            created_at: createdAt.toISOString(),
            expires_at: expiresAt.toISOString(),
          })),
        })
      }),

    /** `POST /api/operators` */
    invite: (request: Request) =>
      asAdministrator(request, 'invite', null, async ({ auth, who, witness }) => {
        const { email: given, role } = await readBody(request, invitingSchema)
        const email = given.toLowerCase()
        const { secret, expiresAt } = await auth.invitations.invite(
          email,
          role,
          who.operator.id,
          witness('invite', `${email}: ${role}`),
        )
        const url = `${auth.origins.of(request)}/invitation#${secret}`
        return json({ url, expires_at: expiresAt.toISOString() }, [], 201)
      }),

    /** `PATCH /api/operators/{id}` */
    changeOperator: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      return asAdministrator(request, 'change-role', id, async ({ auth, note, witness }) => {
        const change: OperatorChange = await readBody(request, operatorChangeSchema)
        const { email } = await auth.operators.find(id)
        const deeds = deedsOf(change, email)
        try {
          await auth.operators.change(id, change, async (tx) => {
            for (const [action, subject] of deeds) await witness(action, subject)(tx)
          })
        } catch (error) {
          if (isAccessError(error))
            for (const [action, subject] of deeds) await note(action, subject, error.kind)
          throw error
        }
        return json({})
      })
    },

    /** `DELETE /api/operators/{id}/sessions` */
    endSessions: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      return asAdministrator(request, 'end-sessions', id, async ({ auth, witness }) => {
        const { email } = await auth.operators.find(id)
        await auth.operators.endSessions(id, null, witness('end-sessions', email))
        return json({})
      })
    },

    /** `DELETE /api/invitations/{id}` */
    takeBack: async (request: Request, { params }: IdContext) => {
      const { id } = await params
      return asAdministrator(request, 'take-back-invitation', null, async ({ auth, witness }) => {
        await auth.invitations.takeBack(id, (email) => witness('take-back-invitation', email))
        return json({})
      })
    },
  }
}

function deedsOf({ role, disabled }: OperatorChange, email: string): [AuditAction, string][] {
  const deeds: [AuditAction, string][] = []
  if (role !== undefined) deeds.push(['change-role', `${email}: ${role}`])
  if (disabled !== undefined) deeds.push([disabled ? 'disable' : 'enable', email])
  return deeds
}
