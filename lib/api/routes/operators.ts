import { z } from 'zod'
import { ROLES } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { ParameterTable } from '@/lib/api/http/input'
import { type Context, signInRoute } from '@/lib/api/http/route'
import type { AuditAction } from '@/lib/auth/audit'

const role = 'administrator'
/** A script's token, which may get lost, must not make accounts. */
const needsSession = true

const roleSchema = z.enum(ROLES)
const invitationSchema = z.strictObject({ email: z.email().max(254), role: roleSchema })

/** A change by an administrator, which records itself in its transaction. */
function changes(action: AuditAction) {
  return (values: unknown) => {
    const { id = null } = values as { readonly id?: string }
    return { action, subject: id, refusalsOnly: true }
  }
}

export const operators = [
  signInRoute(
    'GET /api/operators',
    { summary: 'The operators, invitations and their sessions', role },
    async ({ auth }) => {
      const listed = await auth.invitations.list()
      const invitations = listed.map(({ id, email, role, createdAt, expiresAt }) => ({
        id,
        email,
        role,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
      }))
      return { data: { operators: await auth.operators.list(), invitations } }
    },
  ),

  // Only this answer and that of a reset hold the link.
  signInRoute(
    'POST /api/operators',
    { role, needsSession, audit: changes('invite'), body: invitationSchema },
    async ({ auth, request, operator, body, auditWriter }) => {
      const email = body.email.toLowerCase()
      const audit = auditWriter('invite', `${email}: ${body.role}`)
      const { secret, expiresAt } = await auth.invitations.invite(
        email,
        body.role,
        operator.id,
        audit,
      )
      const url = `${auth.origins.of(request)}/invitation#${secret}`
      return { data: { url, expiresAt: expiresAt.toISOString() }, status: 201 }
    },
  ),

  signInRoute(
    'POST /api/operators/{id}/reset',
    { role, needsSession, audit: changes('reset-password') },
    async (context) => {
      const { auth, request, operator, auditWriter } = context
      const { id, email } = await findOther(context, 'reset-password')
      const audit = auditWriter('reset-password', email)
      const { secret, expiresAt } = await auth.recovery.createReset(id, operator.id, audit)
      const url = `${auth.origins.of(request)}/reset-password#${secret}`
      return { data: { url, expiresAt: expiresAt.toISOString() }, status: 201 }
    },
  ),

  // A lost authenticator.
  signInRoute(
    'DELETE /api/operators/{id}/two-factor',
    { role, needsSession, audit: changes('change-two-factor') },
    async (context) => {
      const { auth, operator, auditWriter } = context
      const { id, email } = await findOther(context, 'change-two-factor')
      const audit = auditWriter('change-two-factor', `${email}: off`)
      await auth.recovery.turnTwoFactorOff(id, operator.id, audit)
      return { data: null }
    },
  ),

  // Wrong passwords and codes are forgotten.
  signInRoute(
    'DELETE /api/operators/{id}/lock',
    { role, needsSession, audit: changes('unlock') },
    async ({ auth, values: { id }, operator, auditWriter }) => {
      const { email } = await auth.operators.find(id)
      await auth.recovery.unlockCodes(id, operator.id, auditWriter('unlock', email))
      await auth.loginThrottle.unlock(email, await auth.audit.failureAddresses(email))
      return { data: null }
    },
  ),

  signInRoute(
    'DELETE /api/invitations/{id}',
    {
      role,
      needsSession,
      audit: { action: 'take-back-invitation', subject: null, refusalsOnly: true },
    },
    async ({ auth, values: { id }, auditWriter }) => {
      await auth.invitations.revoke(id, (email) => auditWriter('take-back-invitation', email))
      return { data: null }
    },
  ),

  // Tokens of all operators; one's own are those of better-auth.
  signInRoute(
    'GET /api/tokens',
    { summary: 'The tokens for scripts of all operators', role },
    async ({ auth }) => ({
      data: { tokens: await auth.tokens.list() },
    }),
  ),

  signInRoute(
    'DELETE /api/tokens/{id}',
    { role, needsSession, audit: changes('revoke-token') },
    async ({ auth, values: { id }, record }) => {
      await auth.tokens.revoke(id)
      await record('revoke-token', id)
      return { data: null }
    },
  ),
] as const

type ContextWithId = Context<'POST /api/operators/{id}/reset', ParameterTable, unknown>

/**
 * Operators recover their own account on the account page, with password and code.
 * @throws ProblemError own-account
 */
async function findOther(context: ContextWithId, action: AuditAction) {
  const { auth, operator, record } = context
  const { id } = context.values
  const found = await auth.operators.find(id)
  if (id !== operator.id) return { id, email: found.email }
  await record(action, found.email, 'own-account')
  throw new ProblemError('own-account')
}
