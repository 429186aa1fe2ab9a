import type { Auth } from '@/lib/auth/auth'
import { SESSION_COOKIE } from '@/lib/auth/better-auth'
import { isAccessError } from '@/lib/auth/sessions/access-error'
import { nextPage } from '@/lib/contract/next-page'
import {
  acceptanceSchema,
  codeSchema,
  credentialsSchema,
  linkSchema,
  oidcRequestSchema,
} from '@/lib/contract/sign-in'
import type { Handle } from '@/lib/http/handle'
import { InvalidInput } from '@/lib/http/invalid-input'
import type { HandleAuth, OpenAuth } from './auth-handler'

/** Sign-in and sign-out. */
export function createSignInRoutes(open: OpenAuth, handle: Handle, handleAuth: HandleAuth) {
  return {
    /** `GET /api/auth` */
    signInOptions: (request: Request) =>
      handle(request, { role: null }, async () => {
        const auth = await open()
        if (!auth) return { data: { required: false, oidc: false, signedIn: false } }
        const principal = await auth.sessions.authenticate(request.headers)
        return { data: { required: true, oidc: auth.oidc !== null, signedIn: principal !== null } }
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
        await auth.operators.endSessions(id, null, auditWriter('end-sessions', email))
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
        const operator = await auth.invitations.accept(body.secret, {
          ...body,
          email: body.email?.toLowerCase() ?? null,
        })
        const { email, isSetUp } = operator
        const action = isSetUp ? 'set-up' : 'accept-invitation'
        await auth.audit.write({
          principal: { operator, address },
          action,
          subject: email,
          outcome: 'ok',
          requestId,
        })
        try {
          const { cookies } = await auth.signIn.withPassword(signInRequest, { ...body, email })
          return { data: { next: 'done' }, cookies }
        } catch (error) {
          // The operator exists and can sign in later.
          if (isAccessError(error)) return { data: { next: 'done' } }
          throw error
        }
      }),
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
