import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { ROLES, type Role } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { Sessions } from '@/lib/auth/sessions/sessions'
import { bearerToken } from './api-keys'
import type { AuditEvent, AuditLog, AuditWriter, RecordEvent } from './audit'
import type { Origins } from './origins'
import type { Principal } from './principal'

export interface SessionLookUp {
  /** An answer may outlive its session by SESSION_CHECK_MS, as a stream does. */
  readonly isRemembered?: boolean | undefined
  /** A hidden page asks by itself: its session ends as if it had not. */
  readonly isNoUse?: boolean | undefined
}

/** Authorisation of requests, before their parameters are read. */
export interface Access {
  /**
   * @param event recorded when the role is not sufficient
   * @param session how the session is looked up
   * @throws ProblemError foreign-origin, session-required, role-required, store-unreachable
   */
  authorize(
    request: Request,
    role: Role,
    event?: AuditEvent,
    session?: SessionLookUp,
  ): Promise<Principal>
  /** For requests that need no session. @throws ProblemError foreign-origin */
  checkOrigin(request: Request): void
  /**
   * Every access to personal data must be audited: data whose access cannot
   * be recorded is not shown.
   */
  readonly record: RecordEvent
  /** Records a change in its own transaction. */
  auditWriter(principal: Principal, event: AuditEvent): AuditWriter
}

/** Longest time that an answer in parts outlives its session. */
export const SESSION_CHECK_MS = 15_000

/** Everything is allowed and nothing is recorded: demo data. */
export const openAccess: Access = {
  authorize: async ({ headers }) => ({
    operator: null,
    role: 'administrator',
    address: headers.get(CLIENT_IP_HEADER),
  }),
  checkOrigin: () => undefined,
  record: async () => undefined,
  auditWriter: () => async () => undefined,
}

/**
 * Without sign-in on a loopback address: refuses other sites' pages in a browser of this machine,
 * and sites whose name resolves to it (DNS rebinding).
 */
export function createOpenAccess(origins: Origins): Access {
  function checkOrigin(request: Request) {
    origins.checkHost(request)
    origins.check(request)
  }
  return {
    ...openAccess,
    checkOrigin,
    async authorize(request, ...rest) {
      checkOrigin(request)
      return openAccess.authorize(request, ...rest)
    },
  }
}

export function hasRole(role: Role, least: Role): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(least)
}

export function createAccess(parts: {
  origins: Origins
  sessions: Sessions
  record: RecordEvent
  audit: AuditLog
}): Access {
  const { origins, sessions, record, audit } = parts
  return {
    async authorize(request, role, event, session = {}) {
      // No browser adds a token by itself.
      if (bearerToken(request.headers) === null) origins.check(request)
      const principal = await sessions.authenticate(request.headers, {
        rememberedMs: session.isRemembered ? SESSION_CHECK_MS : 0,
        isNoUse: session.isNoUse,
      })
      if (principal === null) throw new ProblemError('session-required')
      if (hasRole(principal.role, role)) return principal
      if (event) await record(principal, event, 'role-required')
      throw new ProblemError('role-required')
    },
    checkOrigin: origins.check,
    record,
    auditWriter: (principal, event) => (tx) =>
      audit.write({ principal, ...event, outcome: 'ok' }, tx),
  }
}
