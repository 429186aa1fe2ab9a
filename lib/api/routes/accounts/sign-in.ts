import { nextPage } from '@/lib/api/contract/next-page'
import {
  acceptanceSchema,
  codeSchema,
  credentialsSchema,
  linkSchema,
  oidcRequestSchema,
  resetSchema,
} from '@/lib/api/contract/sign-in'
import type { Handle } from '@/lib/api/http/handle'
import { InvalidInput } from '@/lib/api/http/invalid-input'
import type { Auth } from '@/lib/auth/auth'
import { SESSION_COOKIE } from '@/lib/auth/cookies'
import { isAccessError } from '@/lib/auth/sessions/access-error'
import type { SignInRequest } from '@/lib/auth/sign-in/sign-in'
import type { HandleAuth, OpenAuth } from './auth-handler'
import { requireStrongPassword } from './strong-password'

/** Sign-in and sign-out. */
export function createSignInRoutes(open: OpenAuth, handle: Handle, handleAuth: HandleAuth) {
  return {
    /** `GET /api/auth` */
    signInOptions: (request: Request) =>
      handle(request, { role: null }, async () => {
        const auth = await open()
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

    /** `POST /api/auth/sign-in` */
    signIn: (request: Request) =>
      handleAuth(request, { role: null, body: credentialsSchema }, async ({ auth, body, signInRequest }) => {
        const { next, cookies } = await auth.signIn.withPassword(signInRequest, body)
        return { data: { next }, cookies }
      }),

    /** `POST /api/auth/sign-in/code` */
    signInCode: (request: Request) =>
      handleAuth(request, { role: null, body: codeSchema }, async ({ auth, body, signInRequest }) => {
        const { next, cookies } = await auth.signIn.withCode(signInRequest, body.code)
        return { data: { next }, cookies }
      }),

    /** `POST /api/auth/sign-in/oidc` */
    signInOidc: (request: Request) =>
      handleAuth(request, { role: null, body: oidcRequestSchema }, async (context) => {
        const { auth, body } = context
        // By way of the sign-in page: a navigation from another site sends no strict cookie.
        const next = new URLSearchParams({ next: nextPage(body.next) })
        const back = `${auth.origins.of(request)}/sign-in?${next}`
        const { url, cookies } = await oidcOf(context).begin(request.headers, back)
        return { data: { url }, cookies }
      }),

    /** `GET /api/auth/callback/oidc`: the provider redirects here. */
    oidcCallback: (request: Request) =>
      handleAuth(request, { role: null, isCrossSite: true }, async (context) => {
        const { cookies, location } = await oidcOf(context).finish(request.url, context.signInRequest)
        const headers = new Headers({ location: location ?? '/sign-in?failed=oidc' })
        for (const cookie of cookies) headers.append('set-cookie', cookie)
        return new Response(null, { status: 303, headers })
      }),

    /** `POST /api/auth/sign-out`; without a session too. */
    signOut: (request: Request) =>
      handleAuth(request, { role: null }, async ({ auth, requestId }) => {
        const principal = await auth.sessions.authenticate(request.headers)
        if (principal?.operator) {
          await auth.operators.endSession(principal.operator.sessionId)
          await auth.access.record(principal, { action: 'sign-out', subject: null, requestId }, 'ok')
        }
        return SIGNED_OUT
      }),

    /** `DELETE /api/me/sessions`: every session of the operator, this one too. */
    signOutEverywhere: (request: Request) =>
      handleAuth(request, { role: 'viewer' }, async ({ auth, operator: { id, email }, auditWriter }) => {
        await auth.operators.endSessions(id, 'everywhere', auditWriter('end-sessions', email))
        return SIGNED_OUT
      }),

    /** `POST /api/auth/link` */
    invitation: (request: Request) =>
      handleAuth(request, { role: null, body: linkSchema }, async ({ auth, body }) => ({
        data: await auth.invitations.find(body.secret),
      })),

    /** `POST /api/auth/accept` */
    acceptInvitation: (request: Request) =>
      handleAuth(request, { role: null, body: acceptanceSchema }, async (context) => {
        const { auth, body, signInRequest } = context
        const { address, requestId } = signInRequest
        const invited = await auth.invitations.find(body.secret)
        if (invited.email === null && body.email === null) throw new InvalidInput('email', 'is missing')
        const typedEmail = body.email?.toLowerCase() ?? null
        await requireStrongPassword(body.password, [body.name, invited.email ?? typedEmail ?? ''])
        const operator = await auth.invitations.accept(body.secret, { ...body, email: typedEmail })
        const { email, isSetUp } = operator
        const action = isSetUp ? 'set-up' : 'accept-invitation'
        await auth.audit.write({
          principal: { operator, address },
          action,
          subject: email,
          outcome: 'ok',
          requestId,
        })
        return signInAfterLink(auth, signInRequest, email, body.password)
      }),

    /** `POST /api/auth/reset/link` */
    resetLink: (request: Request) =>
      handleAuth(request, { role: null, body: linkSchema }, async ({ auth, body }) => {
        const { name, email } = await auth.recovery.find(body.secret)
        return { data: { name, email } }
      }),

    /** `POST /api/auth/reset` */
    resetPassword: (request: Request) =>
      handleAuth(request, { role: null, body: resetSchema }, async ({ auth, body, signInRequest }) => {
        const { address, requestId } = signInRequest
        const { secret, password } = body
        const found = await auth.recovery.find(secret)
        await requireStrongPassword(password, [found.name, found.email])
        const { email } = await auth.recovery.reset(secret, password, (operator) => (tx) => {
          const principal = { operator, address }
          const event = { action: 'change-password', subject: 'reset link', outcome: 'ok' } as const
          return auth.audit.write({ principal, ...event, requestId }, tx)
        })
        await auth.loginThrottle.unlock(email, [address, ...(await auth.audit.failureAddresses(email))])
        return signInAfterLink(auth, signInRequest, email, password)
      }),
  }
}

const NO_SESSION = { signedIn: false, ended: null, needsSetUp: false }

/** The password was set by a one-time link. Where signing in fails now, it is possible later. */
async function signInAfterLink(auth: Auth, request: SignInRequest, email: string, password: string) {
  try {
    const { cookies, next } = await auth.signIn.withPassword(request, { email, password }, 'known')
    return { data: { next }, cookies }
  } catch (error) {
    if (isAccessError(error)) return { data: { next: 'done' } }
    throw error
  }
}

/** The browser drops the session and everything it stored. */
const SIGNED_OUT = {
  data: null,
  cookies: [`${SESSION_COOKIE}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict`],
  headers: { 'clear-site-data': '"cache", "storage"' },
}

function oidcOf({ auth }: { readonly auth: Auth }) {
  if (!auth.oidc) throw new InvalidInput('oidc', 'is not set up here')
  return auth.oidc
}
