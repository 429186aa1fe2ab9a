import { z } from 'zod'

/** In ascending order of permissions. */
export const ROLES = ['viewer', 'dispatcher', 'administrator'] as const

export const roleSchema = z.enum(ROLES)
export type Role = z.infer<typeof roleSchema>

/** `POST /api/operators` */
export const invitationRequestSchema = z.strictObject({ email: z.email().max(254), role: roleSchema })

/** `PATCH /api/operators/{id}` */
export const operatorChangeSchema = z
  .strictObject({ role: roleSchema, disabled: z.boolean() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'nothing to change')

/** Recorded actions; stored in the database, so none may be renamed. */
export const AUDIT_ACTIONS = [
  'sign-in',
  'sign-out',
  'change-password',
  'set-up',
  'invite',
  'take-back-invitation',
  'accept-invitation',
  'link-openid',
  'change-role',
  'disable',
  'enable',
  'end-sessions',
  'reset-password',
  'unlock',
  'delete',
  'change-two-factor',
  'open-record',
  'look-up',
  'export',
  'read-audit',
  'watch',
  'unwatch',
  'add-webhook',
  'revoke-webhook',
  'open-recording',
  'record-area',
  'stop-recording-area',
] as const
