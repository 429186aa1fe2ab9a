import type { AUDIT_ACTIONS } from '@/lib/api/contract/operators'
import type { Principal } from '@/lib/auth/sessions/principal'
import type { Transaction } from '@/lib/store/store'

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export interface AuditEvent {
  readonly action: AuditAction
  /** Object of the action; null when there is none. */
  readonly subject: string | null
  readonly requestId: string
}

export interface NewAuditEntry extends AuditEvent {
  readonly principal: Pick<Principal, 'address'> & {
    readonly operator: { readonly id: string | null; readonly email: string } | null
  }
  /** `ok`, or the kind of problem. */
  readonly outcome: string
}

/** Records an audit event in the transaction of its change, if given: neither is committed without the other. */
export type AuditWriter = (tx?: Transaction) => Promise<void>

/** Records an audit event. @throws AccessError store-unreachable */
export type RecordEvent = (principal: Principal, event: AuditEvent, outcome: string) => Promise<void>
