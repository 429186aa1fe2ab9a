import type { AuditAction, Witness } from '@/lib/auth/audit/audit'
import type { Auth } from '@/lib/auth/auth'
import type { Deed, SignedIn, Who } from '@/lib/auth/sessions/access'
import { AccessError } from '@/lib/auth/sessions/access-error'
import type { Role } from '@/lib/contract/operators'

export type Open = () => Promise<Auth | null>
export type Exchange = (work: (requestId: string) => Promise<Response>) => Promise<Response>

/** Somebody with a session, and what they are up to. */
export interface Admitted {
  readonly auth: Auth
  readonly who: Who & { readonly operator: SignedIn }
  readonly requestId: string
  /** Writes down what was done. */
  note(action: AuditAction, subject: string | null, outcome?: string): Promise<void>
  /** Writes down what is about to be done in a transaction. */
  witness(action: AuditAction, subject: string | null): Witness
}

/** @throws AccessError no-such-route where no sign-in is wanted */
export async function opened(open: Open): Promise<Auth> {
  const auth = await open()
  if (!auth) throw new AccessError('no-such-route')
  return auth
}

/** @throws AccessError */
export async function admitted(
  open: Open,
  request: Request,
  requestId: string,
  least: Role,
  refused?: Omit<Deed, 'requestId'>,
): Promise<Admitted> {
  const auth = await opened(open)
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
