import { LRUCache } from 'lru-cache'
import type { Principal } from '@/lib/auth/principal'

const SESSIONS_MAXIMUM = 10_000

/** Messages among nodes; one that is lost is made up for by the next look-up in the store. */
export interface OtherNodes {
  /** @param onChange called with the id of an operator or a session that another node changed */
  listen(onChange: (id: string) => void): void
  publish(id: string): Promise<void>
}

interface Remembered {
  readonly principal: Principal
  readonly verifiedAtMs: number
}

/**
 * Forgets an operator's sessions, or a session, after a change; also where the change failed: its
 * outcome is not known when the store breaks off.
 * @param id of the operator or of the session
 */
export type ForgetAfter = <T>(change: Promise<T>, id: string) => Promise<T>

/** Marks the moment at which a look-up began. */
type Moment = number

export type RememberedSessions = ReturnType<typeof createRememberedSessions>

/**
 * Sessions as they were last verified, for a short outage of the store. What is changed on
 * any node is dropped at once.
 * @param others null where there is one node
 */
export function createRememberedSessions(others: OtherNodes | null, now: () => number) {
  const sessions = new LRUCache<string, Remembered>({ max: SESSIONS_MAXIMUM })
  let changes: Moment = 0

  function drop(id: string): void {
    changes += 1
    for (const [key, { principal }] of [...sessions.entries()]) {
      const { operator } = principal
      if (operator?.id === id || operator?.sessionId === id) sessions.delete(key)
    }
  }

  others?.listen(drop)

  return {
    /** Taken before a look-up, whose answer is not kept where something changed since. */
    moment: (): Moment => changes,

    /**
     * @param key a hash of the session's cookie;
     * @param principal null where the session has ended
     */
    put(key: string, principal: Principal | null, begunAt: Moment): void {
      if (principal === null) sessions.delete(key)
      else if (begunAt === changes) sessions.set(key, { principal, verifiedAtMs: now() })
    },

    /** @param longestMs age of the last look-up up to which it counts */
    get(key: string, longestMs: number): Principal | null {
      const found = sessions.get(key)
      if (!found || found.verifiedAtMs + longestMs <= now()) return null
      return found.principal
    },

    forgetAfter,
  }

  function forgetAfter<T>(change: Promise<T>, id: string): Promise<T> {
    return change.finally(async () => {
      drop(id)
      await others?.publish(id)
    })
  }
}
