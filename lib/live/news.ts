import type { LiveFailure, LiveMeta } from '@/lib/schema/live'
import type { Clock } from './clock'
import type { Known } from './known'
import type { Sweep } from './sweep'
import type { Sweeper } from './sweeper'

/** What stands beside an area's vehicles, as its sweeps go. */
export interface News {
  take(sweep: Sweep): void
  failure(): LiveFailure | null
  /** Of the newest page; 0 before the first. */
  ageMs(): number
  /** Of this moment; only after a sweep that read a page. */
  meta(): LiveMeta
}

export function createNews(
  clock: Clock,
  known: Pick<Known, 'size'>,
  sweeper: Pick<Sweeper, 'last' | 'nextAtMs'>,
): News {
  /** The newest that read any page: what it said stays beside what it brought. */
  let read: (Sweep & { fetchedAt: string }) | null = null
  let newest: Sweep | null = null
  let failingSinceMs: number | null = null

  function failure(): LiveFailure | null {
    if (!newest?.failure || failingSinceMs === null) return null
    return {
      kind: newest.failure.kind,
      since: new Date(failingSinceMs).toISOString(),
      retryAfterMs: Math.max(0, sweeper.nextAtMs() - clock.now()),
    }
  }

  const ageMs = () => (read ? Math.max(0, clock.now() - Date.parse(read.fetchedAt)) : 0)

  return {
    failure,
    ageMs,
    take(sweep) {
      newest = sweep
      failingSinceMs = sweep.failure ? (failingSinceMs ?? clock.now()) : null
      // A sweep that failed half way makes only what it read newer, not the list.
      if (sweep.fetchedAt !== null && (sweep.incomplete !== 'failed' || !read)) {
        read = { ...sweep, fetchedAt: sweep.fetchedAt }
      }
    },
    meta() {
      const { last } = sweeper
      if (!read || !newest || !last) throw new Error('no page was read yet')
      const { fetchedAt, total, query, limit, dropped, unreadable } = read
      return {
        fetchedAt,
        ageMs: ageMs(),
        failure: failure(),
        loaded: known.size,
        about: total === null ? null : Math.max(total, known.size),
        incomplete: newest.incomplete,
        query,
        limit,
        dropped,
        unreadable,
        sweepMs: last.endedAtMs - last.startedAtMs,
        intervalMs: Math.max(0, sweeper.nextAtMs() - last.startedAtMs),
      }
    },
  }
}
