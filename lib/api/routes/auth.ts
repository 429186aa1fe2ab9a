import { z } from 'zod'
import {
  LONGEST_PASSWORD,
  LONGEST_TOKEN_DAYS,
  ROLES,
  type Role,
} from '@/lib/api/contract/operators'
import type { ParameterTable } from '@/lib/api/http/input'
import { InvalidInput } from '@/lib/api/http/input'
import { type Context, type RouteName, type Rules, signInRoute } from '@/lib/api/http/route'
import type { AuditAction } from '@/lib/auth/audit'
import { newPassword, requireStrongPassword } from './sign-in'

const DAY_SECONDS = 24 * 60 * 60

/** Every text is accepted, so that all failures look alike. */
const password = z.string().min(1).max(LONGEST_PASSWORD)
const credentials = z.strictObject({ email: z.string().min(1).max(254), password })
/** Of the plugin's two methods; the other one sends codes by e-mail. */
const newTwoFactor = z.strictObject({ password, method: z.literal('totp').default('totp') })
const passwordChange = z.strictObject({
  currentPassword: password,
  newPassword,
  revokeOtherSessions: z.literal(true),
})

/** Six digits of the authenticator, or a backup code. */
const code = z.string().trim().min(6).max(32)
const codeOnly = z.strictObject({ code })
const passwordAndCode = z.strictObject({ password, code })

const provider = z.strictObject({
  provider: z.literal('oidc'),
  callbackURL: z
    .string()
    .regex(/^\/sign-in(\?|$)/)
    .max(4096),
})

const userId = z.string().min(1).max(64)
const ofOperator = z.strictObject({ userId })
const newRole = z.strictObject({ userId, role: z.enum(ROLES) })

const name = z.string().trim().min(1).max(60)
/** As the browser made it; the plugin reads it. */
const response = z.looseObject({ id: z.string().max(2048) })
const newPasskey = z.strictObject({ response, name })
const passkeySignIn = z.strictObject({ response })
const ofPasskey = z.strictObject({ id: z.string().min(1).max(64) })

const newToken = z.strictObject({
  name,
  expiresIn: z
    .int()
    .min(DAY_SECONDS)
    .max(LONGEST_TOKEN_DAYS * DAY_SECONDS),
  metadata: z.strictObject({ role: z.enum(ROLES) }),
})
const ofToken = z.strictObject({ keyId: z.string().min(1).max(64) })

type AuthRules<Name extends RouteName, B> = Pick<
  Rules<Name, ParameterTable, B>,
  'role' | 'body' | 'audit' | 'isCrossSite' | 'example'
>
type AuthContext<Name extends string, B> = Context<Name, ParameterTable, B>

/**
 * An address of better-auth's router, which makes the answer. Its body is checked here first: what
 * else better-auth would read is refused.
 */
function betterAuth<Name extends RouteName, B = undefined>(
  name: Name,
  rules: AuthRules<Name, B>,
  check?: (context: AuthContext<Name, B>) => Promise<void>,
) {
  const allRules = { ...rules, needsSession: true }
  return signInRoute(name, allRules, async (context: AuthContext<Name, B>) => {
    await check?.(context)
    const { auth, request, requestId, principal, body } = context
    const headers = new Headers(request.headers)
    headers.delete('content-length')
    headers.set('content-type', 'application/json')
    // The router knows no HEAD, which Next passes to the handler of GET.
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const sent = new Request(request.url, {
      method: isRead ? 'GET' : request.method,
      headers,
      body: isRead ? null : JSON.stringify(body ?? {}),
    })
    return auth.handle(sent, requestId, principal)
  })
}

/** Changes of operators are recorded by the hooks, refusals of the role here. */
function administration<Name extends RouteName, B>(
  name: Name,
  action: AuditAction,
  body: z.ZodType<B>,
) {
  const role: Role = 'administrator'
  const audit = { action, subject: null, refusalsOnly: true }
  return betterAuth(name, { role, body, audit })
}

/** Every address of better-auth that is not in `disabledPaths`. */
export const auth = [
  betterAuth('POST /api/auth/sign-in/email', { role: null, body: credentials }),
  betterAuth('POST /api/auth/two-factor/verify-totp', { role: null, body: codeOnly }),
  betterAuth('POST /api/auth/two-factor/verify-backup-code', { role: null, body: codeOnly }),
  betterAuth('POST /api/auth/sign-in/social', { role: null, body: provider }, requireOpenId),
  betterAuth('GET /api/auth/callback/oidc', { role: null, isCrossSite: true }, requireOpenId),
  betterAuth('GET /api/auth/passkey/generate-authenticate-options', { role: null }),
  betterAuth('POST /api/auth/passkey/verify-authentication', { role: null, body: passkeySignIn }),
  betterAuth('POST /api/auth/sign-out', { role: null }),

  betterAuth('POST /api/auth/revoke-sessions', { role: 'viewer' }),
  betterAuth(
    'POST /api/auth/change-password',
    { role: 'viewer', body: passwordChange },
    async ({ body, operator }) => {
      if (body.newPassword === body.currentPassword)
        throw new InvalidInput('password', 'a password other than the current one')
      await requireStrongPassword(body.newPassword, [operator.name, operator.email])
    },
  ),
  betterAuth('POST /api/auth/two-factor/enable', { role: 'viewer', body: newTwoFactor }),
  betterAuth('POST /api/auth/two-factor/disable', { role: 'viewer', body: passwordAndCode }),

  betterAuth('GET /api/auth/passkey/generate-register-options', { role: 'viewer' }),
  betterAuth('POST /api/auth/passkey/verify-registration', { role: 'viewer', body: newPasskey }),
  betterAuth('GET /api/auth/passkey/list-user-passkeys', { role: 'viewer' }),
  betterAuth('POST /api/auth/passkey/delete-passkey', { role: 'viewer', body: ofPasskey }),

  betterAuth('POST /api/auth/api-key/create', { role: 'viewer', body: newToken }),
  betterAuth('GET /api/auth/api-key/list', { role: 'viewer' }),
  betterAuth('POST /api/auth/api-key/delete', { role: 'viewer', body: ofToken }),

  administration('POST /api/auth/admin/set-role', 'change-role', newRole),
  administration('POST /api/auth/admin/ban-user', 'disable', ofOperator),
  administration('POST /api/auth/admin/unban-user', 'enable', ofOperator),
  administration('POST /api/auth/admin/revoke-user-sessions', 'end-sessions', ofOperator),
  administration('POST /api/auth/admin/remove-user', 'delete', ofOperator),
] as const

async function requireOpenId({ auth }: { readonly auth: { readonly hasOpenIdConnect: boolean } }) {
  if (!auth.hasOpenIdConnect) throw new InvalidInput('oidc', 'is not set up here')
}
