import { createHash } from 'node:crypto'
import { eq, lt } from 'drizzle-orm'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { ROLES } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { bearerToken, type Tokens } from '@/lib/auth/api-keys'
import { type BetterAuth, IDLE_MS } from '@/lib/auth/auth'
import type { Principal } from '@/lib/auth/principal'
import { sessions } from '@/lib/store/schema'
import type { Database } from '@/lib/store/store'
import { sessionCookie } from './cookies'
import type { RememberedSessions } from './remembered-sessions'
import { createSharedLookups } from './shared-lookups'

/** During a database outage a session remains valid for this long after it was last verified. */
const VERIFIED_MS = 10 * 60_000
const TOUCH_MS = 60_000
const TIMEOUT_MS = 3_000

interface AuthenticateOptions {
  /** Age up to which an earlier look-up of the session counts. */
  readonly rememberedMs?: number
  /** The session is as idle afterwards as before. */
  readonly isNoUse?: boolean | undefined
}

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(
  db: Database,
  betterAuth: BetterAuth,
  tokens: Tokens,
  remembered: RememberedSessions,
  now: () => number,
) {
  /** By the whole headers: a page asks for many things at once. */
  const lookUpShared = createSharedLookups<Principal | null>()

  async function verify(headers: Headers, isNoUse: boolean): Promise<Principal | null> {
    const token = bearerToken(headers)
    const address = headers.get(CLIENT_IP_HEADER)
    if (token === null) return verifySession(headers, address, isNoUse)
    const found = await tokens.verify(token)
    return found && { ...found, address }
  }

  async function verifySession(
    headers: Headers,
    address: string | null,
    isNoUse: boolean,
  ): Promise<Principal | null> {
    const found = await betterAuth.api.getSession({ headers, query: { disableRefresh: true } })
    if (!found) return null
    const { session, user } = found
    const usedAtMs = session.updatedAt.getTime()
    const isExpired = session.expiresAt.getTime() <= now()
    const isIdle = usedAtMs + IDLE_MS <= now()
    if (isExpired || isIdle) return null
    const role = ROLES.find((name) => name === user.role)
    if (user.banned || !role) return null
    const isIt = eq(sessions.id, session.id)
    const touched = { updatedAt: new Date(now()) }
    const isTouched = !isNoUse && usedAtMs + TOUCH_MS <= now()
    if (isTouched) await db.update(sessions).set(touched).where(isIt)
    const { id, name, email, twoFactorEnabled } = user
    const operator = {
      id,
      name,
      email,
      sessionId: session.id,
      twoFactor: Boolean(twoFactorEnabled),
    }
    return { operator, role, address }
  }

  return {
    /** Whether a script's token was verified lately, without a look-up. */
    isTokenRemembered(headers: Headers): boolean {
      if (bearerToken(headers) === null) return false
      return remembered.get(keyOf(headers) ?? '', VERIFIED_MS) !== null
    },

    /** @throws ProblemError store-unreachable */
    async authenticate(
      headers: Headers,
      { rememberedMs = 0, isNoUse = false }: AuthenticateOptions = {},
    ): Promise<Principal | null> {
      const key = keyOf(headers)
      if (key === null) return null
      const address = headers.get(CLIENT_IP_HEADER)
      const known = remembered.get(key, rememberedMs)
      if (known) return { ...known, address }
      const begunAt = remembered.moment()
      try {
        const authorization = headers.get('authorization') ?? ''
        const cookie = headers.get('cookie') ?? ''
        const found = await lookUpShared(`${isNoUse} ${authorization} ${cookie}`, () =>
          withTimeout(verify(headers, isNoUse)),
        )
        const principal = found && { ...found, address }
        remembered.put(key, principal, begunAt)
        return principal
      } catch (cause) {
        const last = remembered.get(key, VERIFIED_MS)
        if (last) return { ...last, address }
        throw new ProblemError('store-unreachable', { cause })
      }
    },
  }
}

/** Deletes expired sessions; to be called every hour or so. */
export async function purgeSessions(db: Database, now: number): Promise<void> {
  const isIdle = lt(sessions.updatedAt, new Date(now - IDLE_MS))
  await db.delete(sessions).where(isIdle)
  const isExpired = lt(sessions.expiresAt, new Date(now))
  await db.delete(sessions).where(isExpired)
}

/** Cache key: a hash, so that the memory holds no cookie or token. Null without both. */
function keyOf(headers: Headers): string | null {
  const value = bearerToken(headers) ?? sessionCookie(headers)
  if (value === null) return null
  const sha256 = createHash('sha256')
  sha256.update(value)
  return sha256.digest('base64')
}

/** @throws Error after 3 seconds */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const fail = () => reject(new Error(`database timeout after ${TIMEOUT_MS} ms`))
    timer = setTimeout(fail, TIMEOUT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}
