import { createHash } from 'node:crypto'
import { and, eq, gt, isNull, lt } from 'drizzle-orm'
import { LRUCache } from 'lru-cache'
import { type BetterAuth, SESSION_COOKIE } from '@/lib/auth/better-auth'
import { roleSchema } from '@/lib/contract/operators'
import { ADDRESS_HEADER } from '@/lib/http/client-ip'
import type { Database } from '@/lib/store/open'
import { operators, sessions } from '@/lib/store/schema'
import type { Principal } from './access'
import { AccessError } from './access-error'

/**
 * A session that nobody used for so long is over. An open, visible page asks every 10 s; a hidden one does not, so
 * that this counts from when the last page was closed or put aside.
 */
export const IDLE_MS = 60 * 60_000
/** While the database is away, a session proven so recently stays proven; with it, every request asks it. */
const PROVEN_MS = 10 * 60_000
const TOUCH_MS = 60_000
const ANSWER_MS = 3_000
const PROVEN_MAXIMUM = 10_000

export interface Sessions {
  /** @returns null without a session that stands. @throws AccessError store-unreachable */
  prove(headers: Headers): Promise<Principal | null>
  /** Whether a session still stands; while the database is away, whether it did minutes ago. */
  stands(sessionId: string): Promise<boolean>
}

export function createSessions(
  db: Database,
  kit: BetterAuth,
  { now = Date.now, answerMs = ANSWER_MS }: { now?: () => number; answerMs?: number } = {},
): Sessions {
  const proven = new LRUCache<string, { who: Principal; atMs: number }>({ max: PROVEN_MAXIMUM })
  const provenIds = new LRUCache<string, number>({ max: PROVEN_MAXIMUM })

  async function ask(headers: Headers): Promise<Principal | null> {
    const found = await kit.api.getSession({ headers, query: { disableRefresh: true } })
    if (!found) return null
    const { session, user } = found
    const usedAtMs = session.updatedAt.getTime()
    const isOver = session.expiresAt.getTime() <= now() || usedAtMs + IDLE_MS <= now()
    const role = roleSchema.safeParse(user.role)
    if (isOver || user.disabledAt || !role.success) return null
    if (usedAtMs + TOUCH_MS <= now()) await touch(session.id)
    return {
      operator: {
        id: user.id,
        name: user.name,
        email: user.email,
        sessionId: session.id,
        twoFactor: Boolean(user.twoFactorEnabled),
      },
      role: role.data,
      address: headers.get(ADDRESS_HEADER),
    }
  }

  async function touch(sessionId: string): Promise<void> {
    await db
      .update(sessions)
      .set({ updatedAt: new Date(now()) })
      .where(eq(sessions.id, sessionId))
  }

  return {
    async prove(headers) {
      const key = cookieKey(headers)
      if (key === null) return null
      try {
        const who = await within(answerMs, ask(headers))
        if (who?.operator) {
          proven.set(key, { who, atMs: now() })
          provenIds.set(who.operator.sessionId, now())
        } else proven.delete(key)
        return who
      } catch (cause) {
        const last = proven.get(key)
        if (last && last.atMs + PROVEN_MS > now())
          return { ...last.who, address: headers.get(ADDRESS_HEADER) }
        throw new AccessError('store-unreachable', { cause })
      }
    },
    async stands(sessionId) {
      try {
        const usedAfter = new Date(now() - IDLE_MS)
        const rows = await within(
          answerMs,
          db
            .select({ id: sessions.id })
            .from(sessions)
            .innerJoin(operators, eq(operators.id, sessions.userId))
            .where(
              and(
                eq(sessions.id, sessionId),
                gt(sessions.expiresAt, new Date(now())),
                gt(sessions.updatedAt, usedAfter),
                isNull(operators.disabledAt),
              ),
            ),
        )
        if (rows.length > 0) provenIds.set(sessionId, now())
        return rows.length > 0
      } catch {
        return (provenIds.get(sessionId) ?? -Infinity) + PROVEN_MS > now()
      }
    },
  }
}

/** Ends what nobody can use any more; to be called now and then. */
export async function purgeSessions(db: Database, now: number): Promise<void> {
  await db.delete(sessions).where(lt(sessions.updatedAt, new Date(now - IDLE_MS)))
  await db.delete(sessions).where(lt(sessions.expiresAt, new Date(now)))
}

/** A hash, so that the memory holds no cookie. Null without one. */
function cookieKey(headers: Headers): string | null {
  for (const pair of (headers.get('cookie') ?? '').split(';')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at).trim() !== SESSION_COOKIE) continue
    return createHash('sha256')
      .update(pair.slice(at + 1).trim())
      .digest('base64')
  }
  return null
}

/** @throws Error after `ms` */
async function within<T>(ms: number, work: PromiseLike<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer of the database after ${ms} ms`)), ms)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
