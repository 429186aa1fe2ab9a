import { z } from 'zod'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/lib/api/contract/operators'
import { nextPage } from '@/lib/api/contract/pages'
import { isProblemError } from '@/lib/api/contract/problem-error'
import { InvalidInput } from '@/lib/api/http/input'
import { type AnyContext, route, signInRoute } from '@/lib/api/http/route'
import { SESSION_COOKIE } from '@/lib/auth/cookies'
import { passwordWeakness } from '@/lib/auth/sign-in/password-strength'
import type { SignInRequest } from '@/lib/auth/sign-in/sign-in'

/** Every text is accepted, so that all failures look alike. */
export const password = z.string().min(1).max(LONGEST_PASSWORD)
export const newPassword = z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD)
const credentialsSchema = z.strictObject({ email: z.string().min(1).max(254), password })

/** Six digits, or a backup code. */
export const codeSchema = z.strictObject({ code: z.string().trim().min(6).max(32) })

/** `next` is the page to return to. */
const oidcSchema = z.strictObject({ next: z.string().max(4096) })

/** The secret of an invitation or reset is in the body because URLs end up in logs. */
const secret = z.string().regex(/^[\w-]{43}$/)
const linkSchema = z.strictObject({ secret })
const resetSchema = z.strictObject({ secret, password: newPassword })
const acceptanceSchema = z.strictObject({
  secret,
  name: z.string().trim().min(1).max(120),
  /** Required where the link contains none. */
  email: z.email().max(254).nullable(),
  password: newPassword,
})

const NO_SESSION = { signedIn: false, ended: null, needsSetUp: false }

/** The browser drops the session and everything it stored. */
const SIGNED_OUT = {
  data: null,
  cookies: [`${SESSION_COOKIE}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict`],
  headers: { 'clear-site-data': '"cache", "storage"' },
}

export const signIn = [
  route('GET /api/auth', { role: null }, async ({ app, request }) => {
    const auth = await app.auth()
    if (!auth) return { data: { ...NO_SESSION, required: false, oidc: false } }
    const ways = { required: true, oidc: auth.oidc !== null }
    if (await auth.sessions.authenticate(request.headers))
      return { data: { ...NO_SESSION, ...ways, signedIn: true } }
    const [ended, needsSetUp] = await Promise.all([
      auth.endedSessions.reasonOf(request.headers),
      auth.invitations.needsSetUp(),
    ])
    return { data: { ...ways, signedIn: false, ended, needsSetUp } }
  }),

  signInRoute(
    'POST /api/auth/sign-in',
    { role: null, body: credentialsSchema },
    async (context) => {
      const { auth, body } = context
      const { next, cookies } = await auth.signIn.withPassword(signInRequest(context), body)
      return { data: { next }, cookies }
    },
  ),

  signInRoute('POST /api/auth/sign-in/code', { role: null, body: codeSchema }, async (context) => {
    const { auth, body } = context
    const { next, cookies } = await auth.signIn.withCode(signInRequest(context), body.code)
    return { data: { next }, cookies }
  }),

  signInRoute('POST /api/auth/sign-in/oidc', { role: null, body: oidcSchema }, async (context) => {
    const { auth, request, body } = context
    // By way of the sign-in page: a navigation from another site sends no strict cookie.
    const next = new URLSearchParams({ next: nextPage(body.next) })
    const back = `${auth.origins.of(request)}/sign-in?${next}`
    const { url, cookies } = await oidcOf(context).begin(request.headers, back)
    return { data: { url }, cookies }
  }),

  signInRoute('GET /api/auth/callback/oidc', { role: null, isCrossSite: true }, async (context) => {
    const { cookies, location } = await oidcOf(context).finish(
      context.request.url,
      signInRequest(context),
    )
    const headers = new Headers({ location: location ?? '/sign-in?failed=oidc' })
    for (const cookie of cookies) headers.append('set-cookie', cookie)
    return new Response(null, { status: 303, headers })
  }),

  // Without a session too.
  signInRoute('POST /api/auth/sign-out', { role: null }, async ({ auth, request, requestId }) => {
    const principal = await auth.sessions.authenticate(request.headers)
    if (principal?.operator) {
      await auth.operators.endSession(principal.operator.sessionId)
      await auth.access.record(principal, { action: 'sign-out', subject: null, requestId }, 'ok')
    }
    return SIGNED_OUT
  }),

  // Every session of the operator, this one too.
  signInRoute(
    'DELETE /api/me/sessions',
    { role: 'viewer' },
    async ({ auth, operator: { id, email }, auditWriter }) => {
      await auth.operators.endSessions(id, 'everywhere', auditWriter('end-sessions', email))
      return SIGNED_OUT
    },
  ),

  signInRoute('POST /api/auth/link', { role: null, body: linkSchema }, async ({ auth, body }) => ({
    data: await auth.invitations.find(body.secret),
  })),

  signInRoute('POST /api/auth/accept', { role: null, body: acceptanceSchema }, async (context) => {
    const { auth, body, requestId } = context
    const { address } = context.principal
    const invited = await auth.invitations.find(body.secret)
    if (invited.email === null && body.email === null) throw new InvalidInput('email', 'is missing')
    const typedEmail = body.email?.toLowerCase() ?? null
    await requireStrongPassword(body.password, [body.name, invited.email ?? typedEmail ?? ''])
    const operator = await auth.invitations.accept(body.secret, { ...body, email: typedEmail })
    const { email } = operator
    const action = operator.isSetUp ? 'set-up' : 'accept-invitation'
    const principal = { operator, address }
    await auth.audit.write({ principal, action, subject: email, outcome: 'ok', requestId })
    return signInAfterLink(context, email, body.password)
  }),

  signInRoute(
    'POST /api/auth/reset/link',
    { role: null, body: linkSchema },
    async ({ auth, body }) => {
      const { name, email } = await auth.recovery.find(body.secret)
      return { data: { name, email } }
    },
  ),

  signInRoute('POST /api/auth/reset', { role: null, body: resetSchema }, async (context) => {
    const { auth, requestId } = context
    const { address } = context.principal
    const { secret, password } = context.body
    const found = await auth.recovery.find(secret)
    await requireStrongPassword(password, [found.name, found.email])
    const { email } = await auth.recovery.reset(secret, password, (operator) => (tx) => {
      const principal = { operator, address }
      const event = { action: 'change-password', subject: 'reset link', outcome: 'ok' } as const
      return auth.audit.write({ principal, ...event, requestId }, tx)
    })
    await auth.loginThrottle.unlock(email, [address, ...(await auth.audit.failureAddresses(email))])
    return signInAfterLink(context, email, password)
  }),
] as const

/** The password was set by a one-time link. Where signing in fails now, it is possible later. */
async function signInAfterLink(context: AnyContext, email: string, password: string) {
  const { signIn } = context.auth
  try {
    const { cookies, next } = await signIn.withPassword(
      signInRequest(context),
      { email, password },
      'known',
    )
    return { data: { next }, cookies }
  } catch (error) {
    if (isProblemError(error)) return { data: { next: 'done' } }
    throw error
  }
}

function signInRequest({ request, principal, requestId }: AnyContext): SignInRequest {
  return { headers: request.headers, address: principal.address, requestId }
}

/** @param personal name and e-mail address of the operator. @throws InvalidInput */
export async function requireStrongPassword(
  password: string,
  personal: readonly string[],
): Promise<void> {
  const allowed = await passwordWeakness(password, personal)
  if (allowed !== null) throw new InvalidInput('password', allowed)
}

function oidcOf({ auth }: AnyContext) {
  if (!auth.oidc) throw new InvalidInput('oidc', 'is not set up here')
  return auth.oidc
}
