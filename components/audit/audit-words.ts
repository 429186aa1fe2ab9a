import type { AUDIT_ACTIONS } from '@/lib/contract/operators'

type AuditAction = (typeof AUDIT_ACTIONS)[number]

const actionWords: Readonly<Record<AuditAction, string>> = {
  'sign-in': 'Sign in',
  'sign-out': 'Sign out',
  'change-password': 'Change password',
  'set-up': 'Set up',
  invite: 'Invite',
  'take-back-invitation': 'Take back invitation',
  'accept-invitation': 'Accept invitation',
  'link-openid': 'Link OpenID account',
  'change-role': 'Change role',
  disable: 'Disable',
  enable: 'Enable',
  'end-sessions': 'End sessions',
  'change-two-factor': 'Change two-factor',
  'open-record': 'Open record',
  'look-up': 'Look up',
  export: 'Export',
  'read-audit': 'Read audit',
}

export const auditActions: readonly string[] = Object.keys(actionWords)

/** What was done, in words; an action that is not known as it came. */
export function describeAction(action: string): string {
  return Object.hasOwn(actionWords, action) ? actionWords[action as AuditAction] : action
}

export const OK = 'ok'

// What is refused or fails is written down with the kind of its problem; the words are for who was not there.
const outcomeWords: ReadonlyMap<string, string> = new Map([
  [OK, 'Done'],
  ['role-required', 'Not permitted'],
  ['sign-in-failed', 'Sign-in failed'],
  ['wrong-code', 'Wrong code'],
  ['too-many-tries', 'Too many tries'],
  ['link-ended', 'Link ended'],
  ['operator-exists', 'Operator exists'],
  ['last-administrator', 'Last administrator'],
  ['not-found', 'Not found'],
])

export const auditOutcomes: readonly string[] = [...outcomeWords.keys()]

export function describeOutcome(outcome: string): string {
  return outcomeWords.get(outcome) ?? outcome
}
