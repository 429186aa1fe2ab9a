import { SESSION_COOKIE } from '@/lib/auth/better-auth'
import { isAccessError } from '@/lib/auth/sessions/access-error'
import { nextPage } from '@/lib/contract/next-page'
import {
  acceptanceSchema,
  codeEntrySchema,
  linkSchema,
  oidcEntrySchema,
  passwordEntrySchema,
} from '@/lib/contract/sign-in'
import { ADDRESS_HEADER } from '@/lib/http/client-ip'
import { BadField, readBody } from '@/lib/http/handle-request'
import { type HandleRequest, json, type OpenAuth, requireAuth, requireOperator } from '@/lib/http/signed-in'

const ENDED = `${SESSION_COOKIE}=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Strict`

/** What a browser without a session may ask. */
export function createSignInRoutes(open: OpenAuth, exchange: HandleRequest) {
  return {
    /** `GET /api/auth` */
    ways: (request: Request) =>
      exchange(async () => {
        const auth = await open()
        if (!auth) return json({ required: false, oidc: false, signed_in: false })
        auth.origins.check(request)
        const who = await auth.sessions.prove(request.headers)
        return json({ required: true, oidc: auth.oidc !== null, signed_in: who !== null })
      }),

    /** `POST /api/auth/sign-in` */
    signIn: (request: Request) =>
      exchange(async (requestId) => {
        const { origins, signIn } = await requireAuth(open)
        origins.check(request)
        const given = await readBody(request, passwordEntrySchema)
        const { next, cookies } = await signIn.withPassword(request, requestId, given)
        return json({ next }, cookies)
      }),

    /** `POST /api/auth/sign-in/code` */
    signInCode: (request: Request) =>
      exchange(async (requestId) => {
        const { origins, signIn } = await requireAuth(open)
        origins.check(request)
        const { code } = await readBody(request, codeEntrySchema)
        const { next, cookies } = await signIn.withCode(request, requestId, code)
        return json({ next }, cookies)
      }),

    /** `POST /api/auth/sign-in/oidc` */
    signInOidc: (request: Request) =>
      exchange(async () => {
        const { oidc, origins } = await withOidc(open)
        origins.check(request)
        const { next } = await readBody(request, oidcEntrySchema)
        // By way of the sign-in page: a strict cookie does not come along on the way from another site.
        const back = `${origins.of(request)}/sign-in?${new URLSearchParams({ next: nextPage(next) })}`
        const { url, cookies } = await oidc.begin(request.headers, back)
        return json({ url }, cookies)
      }),

    /** `GET /api/auth/callback/oidc`: the provider's page sends the browser here, so another site it is. */
    oidcBack: (request: Request) =>
      exchange(async (requestId) => {
        const { oidc } = await withOidc(open)
        const { cookies, location } = await oidc.end(request, requestId)
        const response = json(null, cookies)
        const headers = new Headers(response.headers)
        headers.set('location', location ?? '/sign-in?failed=oidc')
        return new Response(null, { status: 303, headers })
      }),

    /** `POST /api/auth/sign-out`; without a session as well. */
    signOut: (request: Request) =>
      exchange(async (requestId) => {
        const { access, operators, origins, sessions } = await requireAuth(open)
        origins.check(request)
        const who = await sessions.prove(request.headers)
        if (who?.operator) {
          await operators.endSession(who.operator.sessionId)
          await access.note(who, { action: 'sign-out', subject: null, requestId }, 'ok')
        }
        return goodbye()
      }),

    /** `DELETE /api/me/sessions`: out of every browser, this one among them. */
    signOutEverywhere: (request: Request) =>
      exchange(async (requestId) => {
        const { auth, who, witness } = await requireOperator(open, request, requestId, 'viewer')
        await auth.operators.endSessions(who.operator.id, null, witness('end-sessions', who.operator.email))
        return goodbye()
      }),

    /** `POST /api/auth/link` */
    link: (request: Request) =>
      exchange(async () => {
        const { invitations, origins } = await requireAuth(open)
        origins.check(request)
        return json(await invitations.look((await readBody(request, linkSchema)).secret))
      }),

    /** `POST /api/auth/accept` */
    accept: (request: Request) =>
      exchange(async (requestId) => {
        const { audit, invitations, origins, signIn } = await requireAuth(open)
        origins.check(request)
        const given = await readBody(request, acceptanceSchema)
        const { email } = await invitations.look(given.secret)
        if (email === null && given.email === null) throw new BadField('email', 'is missing')
        const made = await invitations.accept(given.secret, {
          ...given,
          email: given.email?.toLowerCase() ?? null,
        })
        const action = made.isSetUp ? 'set-up' : 'accept-invitation'
        const who = { operator: made, address: request.headers.get(ADDRESS_HEADER) }
        await audit.write({ who, action, subject: made.email, outcome: 'ok', requestId })
        try {
          const { cookies } = await signIn.withPassword(request, requestId, { ...given, email: made.email })
          return json({ next: 'done' }, cookies)
        } catch (error) {
          // The operator is there; signing in can wait.
          if (isAccessError(error)) return json({ next: 'done' })
          throw error
        }
      }),
  }
}

/** The browser forgets what it holds of us. */
function goodbye(): Response {
  const response = json({}, [ENDED])
  response.headers.set('clear-site-data', '"cache", "storage"')
  return response
}

async function withOidc(open: OpenAuth) {
  const auth = await requireAuth(open)
  const { oidc } = auth
  if (!oidc) throw new BadField('oidc', 'is not set up here')
  return { ...auth, oidc }
}
