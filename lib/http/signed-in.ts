import type { AuditAction, AuditWriter } from '@/lib/auth/audit/audit'
import type { Auth } from '@/lib/auth/auth'
import type { AuditEvent, Principal, SignedIn } from '@/lib/auth/sessions/access'
import { AccessError } from '@/lib/auth/sessions/access-error'
import type { Role } from '@/lib/contract/operators'

export type OpenAuth = () => Promise<Auth | null>
export type HandleRequest = (work: (requestId: string) => Promise<Response>) => Promise<Response>

/** Somebody with a session, and what they are up to. */
export interface AuthenticatedRequest {
  readonly auth: Auth
  readonly who: Principal & { readonly operator: SignedIn }
  readonly requestId: string
  /** Writes down what was done. */
  note(action: AuditAction, subject: string | null, outcome?: string): Promise<void>
  /** Writes down what is about to be done in a transaction. */
  witness(action: AuditAction, subject: string | null): AuditWriter
}

/** @throws AccessError no-such-route where no sign-in is wanted */
export async function requireAuth(open: OpenAuth): Promise<Auth> {
  const auth = await open()
  if (!auth) throw new AccessError('no-such-route')
  return auth
}

/** @throws AccessError */
export async function requireOperator(
  open: OpenAuth,
  request: Request,
  requestId: string,
  least: Role,
  refused?: Omit<AuditEvent, 'requestId'>,
): Promise<AuthenticatedRequest> {
  const auth = await requireAuth(open)
  const who = await auth.access.admit(request, least, refused && { ...refused, requestId })
  const { operator } = who
  if (!operator) throw new AccessError('session-required')
  return {
    auth,
    who: { ...who, operator },
    requestId,
    note: (action, subject, outcome = 'ok') => auth.access.note(who, { action, subject, requestId }, outcome),
    witness: (action, subject) => (tx) =>
      auth.audit.write({ who, action, subject, requestId, outcome: 'ok' }, tx),
  }
}

/** An answer that also gives the browser something to keep. */
export function json(body: unknown, cookies: readonly string[] = [], status = 200): Response {
  const headers = new Headers()
  for (const cookie of cookies) headers.append('set-cookie', cookie)
  return body === null
    ? new Response(null, { status: 204, headers })
    : Response.json(body, { status, headers })
}
