import { createHash } from 'node:crypto'
import { and, eq, inArray } from 'drizzle-orm'
import { CLIENT_IP_HEADER, REQUEST_ID_HEADER } from '@/lib/api/contract/answers'
import type { Audit } from '@/lib/auth/audit/audit'
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
  headers: Headers | undefined,
) => Promise<boolean>

/**
 * Runs before an OpenID identity is linked to an operator: writes the audit entry and removes the
 * operator's accounts of earlier versions, which have a subject without an issuer.
 * @returns false when the operator may not sign in
 */
export function createIdentityLink(db: Database, audit: Audit): IdentityLink {
  return async (account, headers) => {
    const operator = await db.query.operators.findFirst({ where: eq(operators.id, account.userId) })
    if (!operator || operator.disabledAt !== null) return false
    await db.transaction(async (tx) => {
      const isOpenId = and(eq(accounts.userId, operator.id), eq(accounts.providerId, OIDC_PROVIDER))
      const rows = await tx.select().from(accounts).where(isOpenId)
      const old = rows.flatMap(({ id, accountId }) => (id === accountRowId(accountId) ? [] : [id]))
      await tx.delete(accounts).where(inArray(accounts.id, old))
      const principal = { operator, address: headers?.get(CLIENT_IP_HEADER) ?? null }
      const requestId = headers?.get(REQUEST_ID_HEADER) ?? ''
      const event = { action: 'link-openid', subject: account.accountId, outcome: 'ok' } as const
      await audit.write({ principal, ...event, requestId }, tx)
    })
    return true
  }
}
