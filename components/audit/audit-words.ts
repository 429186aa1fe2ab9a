import type { AUDIT_ACTIONS } from '@/lib/schema/operators'
import { PROBLEM_TYPE_PREFIX, problemKind, problemKinds } from '@/lib/schema/problems'

type AuditAction = (typeof AUDIT_ACTIONS)[number]

const actionWords: Readonly<Record<AuditAction, string>> = {
  'sign-in': 'Signed in',
  'sign-out': 'Signed out',
  'change-password': 'Changed the password',
  'set-up': 'Set Kerbside up',
  invite: 'Invited',
  'take-back-invitation': 'Took an invitation back',
  'accept-invitation': 'Accepted an invitation',
  'change-role': 'Changed a role',
  disable: 'Disabled',
  enable: 'Enabled',
  'end-sessions': 'Ended sessions',
  'change-two-factor': 'Changed two-factor',
  'open-record': 'Opened a record',
  'look-up': 'Looked up',
  export: 'Exported',
  'read-audit': 'Read the audit',
}

export const auditActions: readonly string[] = Object.keys(actionWords)

/** What was done, in words; an action that is not known as it came. */
export function describeAction(action: string): string {
  return Object.hasOwn(actionWords, action) ? actionWords[action as AuditAction] : action
}

export const OK = 'ok'

/** The ones to choose from: what is refused or fails is written down with the kind of its problem. */
export const auditOutcomes: readonly string[] = [
  OK,
  'role-required',
  'sign-in-failed',
  'too-many-tries',
  'link-ended',
  'operator-exists',
  'last-administrator',
  'not-found',
]

export function describeOutcome(outcome: string): string {
  const kind = problemKind(PROBLEM_TYPE_PREFIX + outcome)
  return outcome === OK ? 'Done' : kind ? problemKinds[kind].title : outcome
}
