/** Characters of a new password; no other composition rule. Source: NIST SP 800-63B §5.1.1 */
export const SHORTEST_PASSWORD = 12
export const LONGEST_PASSWORD = 128

/** Why a session has ended. `changed`: the operator's password or two-factor, in another browser. */
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
