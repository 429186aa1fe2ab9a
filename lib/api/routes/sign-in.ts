// Beside better-auth: invitations, and links by which administrators help.
import { z } from 'zod'
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from '@/lib/api/contract/operators'
import { InvalidInput } from '@/lib/api/http/input'
import { route, signInRoute } from '@/lib/api/http/route'
import { passwordWeakness } from '@/lib/auth/accounts/password-strength'

export const newPassword = z.string().min(SHORTEST_PASSWORD).max(LONGEST_PASSWORD)

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

export const signIn = [
  route('GET /api/auth', { role: null }, async ({ app, request }) => {
    const auth = await app.auth()
    if (!auth) return { data: { ...NO_SESSION, required: false, oidc: false } }
    const ways = { required: true, oidc: auth.hasOpenIdConnect }
    if (await auth.sessions.authenticate(request.headers))
      return { data: { ...NO_SESSION, ...ways, signedIn: true } }
    const [ended, needsSetUp] = await Promise.all([
      auth.endedSessions.reasonOf(request.headers),
      auth.invitations.needsSetUp(),
    ])
    return { data: { ...ways, signedIn: false, ended, needsSetUp } }
  }),

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
    await auth.loginThrottle.reset(email, address)
    return { data: { email } }
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
    await auth.loginThrottle.reset(email, address)
    return { data: { email } }
  }),
] as const

/** @param personal name and e-mail address of the operator. @throws InvalidInput */
export async function requireStrongPassword(
  password: string,
  personal: readonly string[],
): Promise<void> {
  const allowed = await passwordWeakness(password, personal)
  if (allowed !== null) throw new InvalidInput('password', allowed)
}
