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
  'find-driver',
  'export',
  'read-audit',
  'watch',
  'unwatch',
  'add-webhook',
  'revoke-webhook',
  'read-status',
  'open-recording',
  'record-area',
  'stop-recording-area',
  'add-passkey',
  'remove-passkey',
  'add-token',
  'revoke-token',
  'change-home',
  'save-area',
  'delete-area',
  'change-zones',
  'change-alert-rule',
] as const

/** Characters of a new password; no other composition rule. Source: NIST SP 800-63B §5.1.1 */
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

/** Longest life of a script's token. */
export const LONGEST_TOKEN_DAYS = 365

/**
 * Why a session has ended. `changed`: the operator's password or two-factor, in another browser.
 */
export const SESSION_ENDS = [
  'expired',
  'ended',
  'disabled',
  'deleted',
  'reset',
  'changed',
  'everywhere',
] as const
export type SessionEnd = (typeof SESSION_ENDS)[number]
