import { asc, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { z } from 'zod'
import { ROLES, type Role } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { ForgetAfter } from '@/lib/auth/sessions/remembered-sessions'
import { apiKeys, operators } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import type { BetterAuth } from './auth'
import type { SignedIn } from './principal'

/** Our part of an API key in the store. */
export interface ApiKeyMetadata {
  /** The most that the token may do. */
  readonly role: Role
}

export type Tokens = ReturnType<typeof createTokens>

const storedMetadata = z.object({ role: z.enum(ROLES) })

const BEARER = /^Bearer +([\w-]{1,200})$/i

/** Token of the header `Authorization`; null without one. */
export function bearerToken(headers: Headers): string | null {
  return BEARER.exec(headers.get('authorization') ?? '')?.[1] ?? null
}

/** Tokens for scripts: better-auth's API keys, with a role. */
export function createTokens(db: Database, betterAuth: BetterAuth, forgetAfter: ForgetAfter) {
  return {
    /**
     * The operator of a token, with the lower of both roles; null where it is not valid, or has no
     * known role.
     * @throws Error without the database
     */
    async verify(token: string): Promise<{ operator: SignedIn; role: Role } | null> {
      const { valid, key } = await betterAuth.api.verifyApiKey({ body: { key: token } })
      if (!valid || !key) {
        // better-auth answers a lost database like an unknown token.
        await db.execute(sql`select 1`)
        return null
      }
      const rows = await db.select().from(operators).where(eq(operators.id, key.referenceId))
      const [owner] = rows
      const role = roleIn(key.metadata)
      if (!owner || owner.banned || role === null) return null
      const { id, name, email, twoFactorEnabled } = owner
      const operator = {
        id,
        name,
        email,
        sessionId: key.id,
        twoFactor: twoFactorEnabled,
        token: key.name ?? '',
      }
      return { operator, role: lowerOf(owner.role, role) }
    },

    /** All valid ones, for administrators. */
    async list() {
      const { id, name, start, createdAt, expiresAt, lastRequest, metadata } = apiKeys
      const isValid = or(isNull(expiresAt), gt(expiresAt, new Date()))
      const rows = await db
        .select({
          id,
          name,
          start,
          createdAt,
          expiresAt,
          lastUsedAt: lastRequest,
          metadata,
          operatorId: operators.id,
          email: operators.email,
        })
        .from(apiKeys)
        .innerJoin(operators, eq(operators.id, apiKeys.referenceId))
        .where(isValid)
        .orderBy(asc(operators.email), asc(createdAt))
      return rows.map(({ metadata, ...row }) => ({
        ...row,
        role: roleIn(JSON.parse(metadata ?? '{}')),
        createdAt: row.createdAt.toISOString(),
        expiresAt: row.expiresAt?.toISOString() ?? null,
        lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
      }))
    },

    /** @throws ProblemError not-found */
    async revoke(id: string): Promise<void> {
      const removal = db.delete(apiKeys).where(eq(apiKeys.id, id)).returning({ id: apiKeys.id })
      const rows = await forgetAfter(removal.execute(), id)
      if (rows.length === 0) throw new ProblemError('not-found')
    },
  }
}

/** @returns null where none that Kerbside knows is stored */
function roleIn(metadata: unknown): Role | null {
  return storedMetadata.safeParse(metadata).data?.role ?? null
}

function lowerOf(one: Role, other: Role): Role {
  return ROLES.indexOf(one) < ROLES.indexOf(other) ? one : other
}
