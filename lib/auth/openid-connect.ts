import { createHash } from 'node:crypto'
import { genericOAuth } from 'better-auth/plugins'
import { eq } from 'drizzle-orm'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { Settings } from '@/lib/app/settings/read-settings'
import { operators } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import type { AuditLog } from './audit'
import type { AuthRequest } from './auth-request'

/** Provider id of OpenID Connect accounts; also the last part of the redirect URI. */
export const OIDC_PROVIDER = 'oidc'
/** Page of a sign-in that OpenID Connect refused. */
export const FAILED_PAGE = '/sign-in?failed=oidc'

/** The plugin: scopes that are asked for, and what is taken of the claims. */
export function openIdConnect({ issuer, clientId, clientSecret }: NonNullable<Settings['oidc']>) {
  return genericOAuth({
    config: [
      {
        providerId: OIDC_PROVIDER,
        discoveryUrl: `${issuer}/.well-known/openid-configuration`,
        clientId,
        clientSecret: clientSecret.reveal(),
        scopes: ['openid', 'email', 'profile'],
        pkce: true,
        requireIdTokenVerification: true,
        // Every path of better-auth looks an account up by this key.
        accountSubject: ({ tokens, profile }) => identityKey(issuer, tokens.idToken, profile.sub),
        mapProfileToUser: profileToUser,
      },
    ],
  })
}

/**
 * Key of an OpenID account: issuer and subject, since a subject is unique within its issuer only.
 * Source: OpenID Connect Core §2, §3.1.3.7, §5.3.2; Discovery §4.3
 * @param idToken already verified by better-auth, signature, audience and nonce
 * @param subject from the profile, which may come from the userinfo endpoint
 * @throws Error without an ID token, of another issuer than the configured one, or
 * where the subjects differ
 */
export function identityKey(issuer: string, idToken: string | undefined, subject: unknown): string {
  const { iss, sub } = claimsOf(idToken)
  // Settings drop the slash at the end, which some providers write.
  const isOfIssuer = typeof iss === 'string' && iss.replace(/\/+$/, '') === issuer
  if (!isOfIssuer) throw new Error('The ID token is of another issuer than OIDC_ISSUER')
  const hasSubject = typeof sub === 'string' && sub !== ''
  if (!hasSubject || sub !== subject) {
    throw new Error('The ID token and the profile are of different subjects')
  }
  return `${issuer} ${sub}`
}

interface Claims {
  readonly iss?: unknown
  readonly sub?: unknown
}

function claimsOf(idToken: string | undefined): Claims {
  const encoded = idToken?.split('.')[1] ?? ''
  const payload = Buffer.from(encoded, 'base64url')
  return JSON.parse(payload.toString())
}

/**
 * Key of an account row: as the primary key it admits one row for each identity, also
 * under concurrent sign-ins.
 */
export function accountRowId(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Profile for better-auth, whose own mapping accepts any truthy `email_verified`. */
export function profileToUser(profile: Record<string, unknown>) {
  const { name, email } = profile
  // Some providers send the string.
  const isVerified = profile.email_verified === true || profile.email_verified === 'true'
  // Lower case turns U+212A into a plain k.
  const isAscii = /^[\x21-\x7e]+$/.test(String(email))
  return {
    name: typeof name === 'string' ? name : '',
    email: typeof email === 'string' ? email : null,
    emailVerified: isVerified && isAscii,
  }
}

interface LinkedAccount {
  readonly userId: string
  /** As of `identityKey`. */
  readonly accountId: string
}

export type IdentityLink = (
  account: LinkedAccount,
  request: AuthRequest | undefined,
) => Promise<boolean>

/**
 * Runs before an OpenID identity is linked to an operator, and records it.
 * @returns false when the operator may not sign in
 */
export function createIdentityLink(db: Database, audit: AuditLog): IdentityLink {
  return async (account, request) => {
    const operator = await db.query.operators.findFirst({ where: eq(operators.id, account.userId) })
    if (!operator || operator.banned) return false
    const address = request?.principal.address ?? null
    await audit.write({
      principal: { operator, address },
      action: 'link-openid',
      subject: account.accountId,
      outcome: 'ok',
      requestId: request?.requestId ?? '',
    })
    return true
  }
}

const UNKNOWN_PERSON =
  'no operator and no invitation has the address, or the provider does not say that it is verified'
/** By better-auth's code; the others are not for an administrator to mend. */
const REASONS: Readonly<Record<string, string>> = {
  invalid_code: 'the provider did not accept the code, OIDC_CLIENT_ID or OIDC_CLIENT_SECRET',
  issuer_mismatch: 'the answer is of another issuer than OIDC_ISSUER',
  email_not_found: 'the provider gave no e-mail address: allow the scope “email”',
  unable_to_get_user_info:
    'the ID token could not be verified: check OIDC_ISSUER and the clocks of both machines',
  unable_to_create_user: UNKNOWN_PERSON,
  account_not_linked: UNKNOWN_PERSON,
}

/** For the log. @param location of better-auth's redirect; null where there is nothing to mend */
export function whyRefused(location: string): string | null {
  const [, code = ''] = /[?&]error=(\w+)/.exec(location) ?? []
  return REASONS[code] ?? null
}

/** The part of a better-auth instance that is read here. */
interface WithProviders {
  readonly $context: Promise<ProviderContext>
}

interface ProviderContext {
  readonly socialProviders: readonly { readonly id: string }[]
}

/**
 * better-auth with the OpenID provider. An instance reads the provider's discovery document once:
 * one for which that failed is replaced with the next sign-in.
 */
export function createOpenIdConnect<A extends WithProviders>(
  open: () => A,
  warn: (message: string) => void,
) {
  let current: A | null = null

  async function isReady(auth: A): Promise<boolean> {
    const { socialProviders } = await auth.$context
    return socialProviders.some(({ id }) => id === OIDC_PROVIDER)
  }

  /** @throws ProblemError sign-in-failed when the provider cannot be reached */
  return async (): Promise<A> => {
    if (current && (await isReady(current))) return current
    current = open()
    if (await isReady(current)) return current
    warn('The discovery document of OIDC_ISSUER cannot be read')
    throw new ProblemError('sign-in-failed')
  }
}
