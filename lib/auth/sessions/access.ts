import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { ROLES, type Role } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { isLoopback } from '@/lib/app/settings/listen-address'
import type { AuditEvent, AuditLog, AuditWriter, RecordEvent } from '@/lib/auth/audit/audit'
import { bearerToken } from '@/lib/auth/tokens'
import type { Principal } from './principal'
import type { Sessions } from './sessions'

/** Authorisation of requests, before their parameters are read. */
export interface Access {
  /**
   * @param event recorded when the role is not sufficient
   * @param isSessionRemembered whether an answer may outlive its session by
   * SESSION_CHECK_MS, as a stream does
   * @throws ProblemError foreign-origin, session-required, role-required, store-unreachable
   */
  authorize(
    request: Request,
    role: Role,
    event?: AuditEvent,
    isSessionRemembered?: boolean,
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
export function createOpenAccess(origins: Pick<Origins, 'check' | 'checkHost'>): Access {
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
    async authorize(request, role, event, isSessionRemembered = false) {
      // No browser adds a token by itself.
      if (bearerToken(request.headers) === null) origins.check(request)
      const rememberedMs = isSessionRemembered ? SESSION_CHECK_MS : 0
      const principal = await sessions.authenticate(request.headers, rememberedMs)
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

export type Origins = ReturnType<typeof createOrigins>

/**
 * Origins that may send requests.
 * @param origin null: any loopback address that the browser used
 */
export function createOrigins(origin: string | null) {
  function hostOf(request: Request): URL {
    const host = request.headers.get('host') ?? ''
    const url = URL.canParse(`http://${host}`) ? new URL(`http://${host}`) : null
    const isNamed = origin !== null && url?.hostname === new URL(origin).hostname
    if (!url || url.host !== host.toLowerCase() || !(isNamed || isLoopback(url.hostname)))
      throw new ProblemError('foreign-origin')
    return url
  }
  /** Origin by which the browser reaches Kerbside: `https://kerbside.example`. */
  const of = (request: Request) => origin ?? hostOf(request).origin
  return {
    of,
    /**
     * Refuses unknown host names: without sessions, DNS rebinding would make
     * another site's page one of ours.
     * @throws ProblemError foreign-origin
     */
    checkHost(request: Request): void {
      hostOf(request)
    },
    /**
     * Refuses pages of other sites; a change needs an Origin header.
     * @throws ProblemError foreign-origin
     * Source: https://www.w3.org/TR/fetch-metadata/, RFC 6454 §7
     */
    check(request: Request): void {
      const ours = of(request)
      const { headers, method } = request
      const sent = headers.get('origin')
      const site = headers.get('sec-fetch-site')
      if (sent !== null && sent !== ours) throw new ProblemError('foreign-origin')
      const isRead = method === 'GET' || method === 'HEAD'
      if (site !== null && site !== 'same-origin' && !(isRead && site === 'none'))
        throw new ProblemError('foreign-origin')
      if (!isRead && sent === null) throw new ProblemError('foreign-origin')
    },
  }
}
