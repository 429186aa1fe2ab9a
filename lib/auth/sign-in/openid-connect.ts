import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { Audit } from '@/lib/auth/audit/audit'
import type { AuthRequest } from '@/lib/auth/auth-request'
import { accounts, operators } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'

/** Provider id of OpenID Connect accounts; also the last part of the redirect URI. */
export const OIDC_PROVIDER = 'oidc'

/**
 * Key of an OpenID account: issuer and subject, since a subject is unique within its issuer only.
 * Source: OpenID Connect Core §2, §3.1.3.7, §5.3.2; Discovery §4.3
 * @param idToken already verified by better-auth, signature, audience and nonce
 * @param subject from the profile, which may come from the userinfo endpoint
 * @throws Error without an ID token, of another issuer than the configured one, or
 * where the subjects differ
 */
export function identityKey(issuer: string, idToken: string | undefined, subject: unknown): string {
  const payload = Buffer.from(idToken?.split('.')[1] ?? '', 'base64url').toString()
  const claims = JSON.parse(payload) as { iss?: unknown; sub?: unknown }
  // Settings drop the slash at the end, which some providers write.
  if (typeof claims.iss !== 'string' || claims.iss.replace(/\/+$/, '') !== issuer)
    throw new Error('The ID token is of another issuer than OIDC_ISSUER')
  if (typeof claims.sub !== 'string' || claims.sub === '' || claims.sub !== subject)
    throw new Error('The ID token and the profile are of different subjects')
  return `${issuer} ${claims.sub}`
}

/**
 * Key of an account row: as the primary key it admits one row for each identity, also
 * under concurrent sign-ins.
 */
export function accountRowId(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}

/** Profile for better-auth, whose own mapping accepts any truthy `email_verified`. */
export function profileToUser({
  name,
  email,
  email_verified: isVerified,
}: Record<string, unknown>) {
  return {
    name: typeof name === 'string' ? name : '',
    email: typeof email === 'string' ? email : null,
    // Some providers send the string. Only ASCII: lower case turns U+212A into a plain k.
    emailVerified:
      (isVerified === true || isVerified === 'true') && /^[\x21-\x7e]+$/.test(String(email)),
  }
}

export type IdentityLink = (
  account: { readonly userId: string; readonly accountId: string },
  request: AuthRequest | undefined,
) => Promise<boolean>

/**
 * Runs before an OpenID identity is linked to an operator: writes the audit entry and removes the
 * operator's accounts of earlier versions, which have a subject without an issuer.
 * @returns false when the operator may not sign in
 */
export function createIdentityLink(db: Database, audit: Audit): IdentityLink {
  return async (account, request) => {
    const operator = await db.query.operators.findFirst({ where: eq(operators.id, account.userId) })
    if (!operator || operator.banned) return false
    await db.transaction(async (tx) => {
      const isOpenId = and(eq(accounts.userId, operator.id), eq(accounts.providerId, OIDC_PROVIDER))
      const rows = await tx.select().from(accounts).where(isOpenId)
      const old = rows.flatMap(({ id, accountId }) => (id === accountRowId(accountId) ? [] : [id]))
      await tx.delete(accounts).where(inArray(accounts.id, old))
      const principal = { operator, address: request?.principal.address ?? null }
      const requestId = request?.requestId ?? ''
      const event = { action: 'link-openid', subject: account.accountId, outcome: 'ok' } as const
      await audit.write({ principal, ...event, requestId }, tx)
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
  return REASONS[/[?&]error=(\w+)/.exec(location)?.[1] ?? ''] ?? null
}

/** The part of a better-auth instance that is read here. */
interface WithProviders {
  readonly $context: Promise<{ readonly socialProviders: readonly { readonly id: string }[] }>
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
