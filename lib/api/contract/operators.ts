import { z } from 'zod'

/** In ascending order of permissions. */
export const ROLES = ['viewer', 'dispatcher', 'administrator'] as const

export const roleSchema = z.enum(ROLES)
export type Role = z.infer<typeof roleSchema>

const time = z.iso.datetime({ offset: true })

export const operatorSchema = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  role: roleSchema,
  disabled: z.boolean(),
  twoFactor: z.boolean(),
  /** Linked to an account at the OpenID provider. */
  openId: z.boolean(),
  createdAt: time,
  /** Active sessions. */
  sessions: z.int(),
  /** Last use of an active session. */
  lastSeenAt: time.nullable(),
})
export type Operator = z.infer<typeof operatorSchema>

export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: roleSchema,
  createdAt: time,
  expiresAt: time,
})

/** `GET /api/operators`, for administrators. */
export const operatorsSchema = z.object({
  operators: z.array(operatorSchema),
  invitations: z.array(invitationSchema),
})

/** `POST /api/operators` */
export const invitationRequestSchema = z.strictObject({ email: z.email().max(254), role: roleSchema })
/** Answer of an invitation and of `POST /api/operators/{id}/reset`, the only one with the link. */
export const linkCreatedSchema = z.object({ url: z.url(), expiresAt: time })

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

export const auditEntrySchema = z.object({
  id: z.int(),
  at: time,
  operatorEmail: z.string().nullable(),
  action: z.string(),
  subject: z.string().nullable(),
  /** `ok`, or the kind of problem. */
  outcome: z.string(),
  address: z.string().nullable(),
  requestId: z.string().nullable(),
})
export type AuditEntry = z.infer<typeof auditEntrySchema>

/** `GET /api/audit?operator=&action=&subject=&outcome=&from=&to=&before=`, newest first; `/api/audit/csv` with the same filters. */
export const auditPageSchema = z.object({
  entries: z.array(auditEntrySchema),
  /** For `before`; null on the last page. */
  nextBefore: z.int().nullable(),
})

/** `GET /api/me`; null where sign-in is disabled. */
export const meSchema = z.object({
  operator: z
    .object({
      id: z.string(),
      name: z.string(),
      email: z.string(),
      role: roleSchema,
      twoFactor: z.boolean(),
    })
    .nullable(),
})
