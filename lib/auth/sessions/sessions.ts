import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { and, eq, lt, ne } from 'drizzle-orm'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import { ROLES, SESSION_ENDS, type SessionEnd } from '@/lib/api/contract/operators'
import { ProblemError } from '@/lib/api/contract/problem-error'
import type { BetterAuth } from '@/lib/auth/auth'
import { cookieValue, SESSION_COOKIE, sessionTokenOf } from '@/lib/auth/cookies'
import { bearerToken, type Tokens } from '@/lib/auth/tokens'
import { endedSessions, sessions, verifications } from '@/lib/store/schema'
import type { Database, Transaction } from '@/lib/store/store'
import type { Principal } from './principal'
import type { RememberedSessions } from './remembered-sessions'

/** Sessions end when unused for this long. Visible pages poll every 10 s, hidden ones do not. */
export const IDLE_MS = 60 * 60_000
/** During a database outage a session remains valid for this long after it was last verified. */
const VERIFIED_MS = 10 * 60_000
const TOUCH_MS = 60_000
const TIMEOUT_MS = 3_000

export type Sessions = ReturnType<typeof createSessions>

export function createSessions(
  db: Database,
  betterAuth: BetterAuth,
  tokens: Pick<Tokens, 'verify'>,
  remembered: RememberedSessions,
  now: () => number,
) {
  /** By the whole headers: a page asks for many things at once. */
  const lookUpShared = createSharedLookups<Principal | null>()

  async function verify(headers: Headers): Promise<Principal | null> {
    const token = bearerToken(headers)
    const address = headers.get(CLIENT_IP_HEADER)
    if (token === null) return verifySession(headers, address)
    const found = await tokens.verify(token)
    return found && { ...found, address }
  }

  async function verifySession(
    headers: Headers,
    address: string | null,
  ): Promise<Principal | null> {
    const found = await betterAuth.api.getSession({ headers, query: { disableRefresh: true } })
    if (!found) return null
    const { session, user } = found
    const usedAtMs = session.updatedAt.getTime()
    const isOver = session.expiresAt.getTime() <= now() || usedAtMs + IDLE_MS <= now()
    const role = ROLES.find((name) => name === user.role)
    if (isOver || user.banned || !role) return null
    const isIt = eq(sessions.id, session.id)
    const touched = { updatedAt: new Date(now()) }
    if (usedAtMs + TOUCH_MS <= now()) await db.update(sessions).set(touched).where(isIt)
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

    /**
     * @param rememberedMs age up to which an earlier look-up of the session counts
     * @throws ProblemError store-unreachable
     */
    async authenticate(headers: Headers, rememberedMs = 0): Promise<Principal | null> {
      const key = keyOf(headers)
      if (key === null) return null
      const address = headers.get(CLIENT_IP_HEADER)
      const known = remembered.get(key, rememberedMs)
      if (known) return { ...known, address }
      const begunAt = remembered.moment()
      try {
        const sent = `${headers.get('authorization') ?? ''} ${headers.get('cookie') ?? ''}`
        const found = await lookUpShared(sent, () => withTimeout(verify(headers)))
        remembered.put(key, found && { ...found, address }, begunAt)
        return found && { ...found, address }
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
  await db.delete(sessions).where(lt(sessions.updatedAt, new Date(now - IDLE_MS)))
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date(now)))
}

/** Cache key: a hash, so that the memory holds no cookie or token. Null without both. */
function keyOf(headers: Headers): string | null {
  const value = bearerToken(headers) ?? cookieValue(headers.get('cookie'), SESSION_COOKIE)
  return value === null ? null : createHash('sha256').update(value).digest('base64')
}

/** @throws Error after 3 seconds */
function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new Error(`database timeout after ${TIMEOUT_MS} ms`)),
      TIMEOUT_MS,
    )
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/**
 * Shares look-ups of one key among calls that come together, at most one in work and one after it.
 * A call never gets an answer of a look-up that began before the call, only its failure: a session
 * that has ended meanwhile must not pass.
 */
export function createSharedLookups<T>() {
  const inWork = new Map<string, Promise<T>>()
  const waiting = new Map<string, Promise<T>>()

  function begin(key: string, lookUp: () => Promise<T>): Promise<T> {
    const answer = lookUp()
    inWork.set(key, answer)
    const end = () => void inWork.delete(key)
    answer.then(end, end)
    return answer
  }

  return (key: string, lookUp: () => Promise<T>): Promise<T> => {
    const next = waiting.get(key)
    if (next) return next
    const before = inWork.get(key)
    if (!before) return begin(key, lookUp)
    const after = before.finally(() => waiting.delete(key)).then(() => begin(key, lookUp))
    waiting.set(key, after)
    return after
  }
}

/** As long as the browser keeps the cookie. */
const KEPT_MS = 12 * 60 * 60_000

/**
 * Ends sessions, and sign-ins that wait for the two-factor code.
 * @param exceptSession id of one to keep
 */
export async function endSessions(
  tx: Transaction,
  operatorId: string,
  reason: SessionEnd,
  now: number,
  exceptSession: string | null = null,
): Promise<void> {
  const others = exceptSession === null ? undefined : ne(sessions.id, exceptSession)
  const ended = await tx
    .delete(sessions)
    .where(and(eq(sessions.userId, operatorId), others))
    .returning({ token: sessions.token })
  await tx.delete(verifications).where(eq(verifications.value, operatorId))
  const rows = ended.map(({ token }) => ({ id: hash(token), reason, endedAt: new Date(now) }))
  if (rows.length > 0) await tx.insert(endedSessions).values(rows).onConflictDoNothing()
}

/**
 * Reasons of ended sessions, for the browsers that had them only: a cookie without our
 * signature learns nothing.
 */
export function createEndedSessions(db: Database, secret: string) {
  return {
    /** Why the session of a request without an active one has ended; null without our cookie. */
    async reasonOf(headers: Headers): Promise<SessionEnd | null> {
      const token = tokenOf(headers, secret)
      if (token === null) return null
      const rows = await db
        .select()
        .from(endedSessions)
        .where(eq(endedSessions.id, hash(token)))
      return SESSION_ENDS.find((end) => end === rows[0]?.reason) ?? 'expired'
    },
    async purge(now: number): Promise<void> {
      await db.delete(endedSessions).where(lt(endedSessions.endedAt, new Date(now - KEPT_MS)))
    },
  }
}

const hash = (token: string) => createHash('sha256').update(token).digest('hex')

/** Whether a request carries a session cookie with our signature, also of an ended session. */
export function carriesSession(headers: Headers, secret: string): boolean {
  return tokenOf(headers, secret) !== null
}

/**
 * Token of our signed cookie; null without a valid signature. Source: better-call,
 * `token.base64(HMAC-SHA-256)`
 */
function tokenOf(headers: Headers, secret: string): string | null {
  const value = cookieValue(headers.get('cookie'), SESSION_COOKIE)
  const token = sessionTokenOf(value)
  if (value === null || token === '') return null
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(decodeURIComponent(value).slice(token.length + 1), 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null
}
