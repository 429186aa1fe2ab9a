import type { AUDIT_ACTIONS } from '@/lib/api/contract/operators'

type AuditAction = (typeof AUDIT_ACTIONS)[number]

const actionWords: Readonly<Record<AuditAction, string>> = {
  'sign-in': 'Sign in',
  'sign-out': 'Sign out',
  'change-password': 'Change password',
  'set-up': 'Set up',
  invite: 'Invite',
  'take-back-invitation': 'Revoke invitation',
  'accept-invitation': 'Accept invitation',
  'link-openid': 'Link OpenID account',
  'change-role': 'Change role',
  disable: 'Disable',
  enable: 'Enable',
  'end-sessions': 'End sessions',
  'reset-password': 'Reset password',
  unlock: 'Unlock',
  delete: 'Delete',
  'change-two-factor': 'Change two-factor',
  'open-record': 'Open record',
  'look-up': 'Look up',
  export: 'Export',
  'read-audit': 'Read audit',
  watch: 'Watch',
  unwatch: 'Stop watching',
  'add-webhook': 'Add webhook address',
  'revoke-webhook': 'Revoke webhook address',
  'open-recording': 'Open recording',
  'record-area': 'Record area always',
  'stop-recording-area': 'Stop recording area always',
}

export const auditActions: readonly string[] = Object.keys(actionWords)

/** Label of an action; unknown ones as received. */
export function describeAction(action: string): string {
  return Object.hasOwn(actionWords, action) ? actionWords[action as AuditAction] : action
}

export const OK = 'ok'

// Labels of `ok` and of the problem kinds that are recorded.
const outcomeWords: ReadonlyMap<string, string> = new Map([
  [OK, 'Done'],
  ['role-required', 'Not permitted'],
  ['sign-in-failed', 'Sign-in failed'],
  ['wrong-code', 'Wrong code'],
  ['too-many-tries', 'Too many attempts'],
  ['link-ended', 'Link expired'],
  ['operator-exists', 'Operator exists'],
  ['last-administrator', 'Last administrator'],
  ['not-found', 'Not found'],
  ['own-account', 'Own account'],
])

export const auditOutcomes: readonly string[] = [...outcomeWords.keys()]

export function describeOutcome(outcome: string): string {
  return outcomeWords.get(outcome) ?? outcome
}
