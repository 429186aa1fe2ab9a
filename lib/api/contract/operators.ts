/** In ascending order of permissions. */
export const ROLES = ['viewer', 'dispatcher', 'administrator'] as const

export type Role = (typeof ROLES)[number]

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
