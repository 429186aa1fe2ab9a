import type { AuditAction } from '@/lib/auth/audit/audit'
import type { createAuditDedupe } from '@/lib/auth/audit/audit-dedupe'
import { ROLES, type Role } from '@/lib/contract/operators'
import { AccessError } from './access-error'
import type { Origins } from './origins'
import type { Sessions } from './sessions'

/** Who asks. */
export interface Principal {
  /** Null where no sign-in is wanted. */
  readonly operator: SignedIn | null
  readonly role: Role
  readonly address: string | null
}

export interface SignedIn {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly sessionId: string
  readonly twoFactor: boolean
}

/** What an entry of the audit is to say. */
export interface AuditEvent {
  readonly action: AuditAction
  /** What it was done to; null when it is about nothing in particular. */
  readonly subject: string | null
  readonly requestId: string
}

/** What every route asks before it looks at its parameters. */
export interface Access {
  /**
   * @param deed written down when it is refused for the role
   * @throws AccessError foreign-origin, session-required, role-required, store-unreachable
   */
  admit(request: Request, least: Role, deed?: AuditEvent): Promise<Principal>
  /** @param outcome `ok`, or why not. What is read anew is not written anew: openings.ts. @throws AccessError store-unreachable: what cannot be written down is not shown */
  note(who: Principal, deed: AuditEvent, outcome: string): Promise<void>
  /** Whether the session that was admitted still stands; for answers that last. */
  stands(who: Principal): Promise<boolean>
}

/** Everybody who reaches it may do everything, and nothing is written down: demo data. */
export const openAccess: Access = {
  admit: async () => ({ operator: null, role: 'administrator', address: null }),
  note: async () => undefined,
  stands: async () => true,
}

/**
 * The same for a service of one's own: what only this machine reaches, another site's page in its browser does not,
 * nor does a site whose name leads here (DNS rebinding).
 */
export function createOpenAccess(origins: Pick<Origins, 'check' | 'checkHost'>): Access {
  return {
    ...openAccess,
    async admit(request, ...rest) {
      origins.checkHost(request)
      origins.check(request)
      return openAccess.admit(request, ...rest)
    },
  }
}

export function mayAs(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

export function createAccess(parts: {
  origins: Origins
  sessions: Sessions
  note: ReturnType<typeof createAuditDedupe>
}): Access {
  const { origins, sessions, note } = parts
  return {
    async admit(request, least, deed) {
      origins.check(request)
      const who = await sessions.prove(request.headers)
      if (who === null) throw new AccessError('session-required')
      if (mayAs(who.role, least)) return who
      if (deed) await note(who, deed, 'role-required')
      throw new AccessError('role-required')
    },
    note,
    async stands({ operator }) {
      return operator !== null && (await sessions.stands(operator.sessionId))
    },
  }
}
