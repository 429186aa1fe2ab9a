import type { LiveFailure, LiveMeta } from '@/lib/schema/live'
import type { Clock } from './clock'
import type { Known } from './known'
import type { Sweep } from './sweep'
import type { Sweeper } from './sweeper'

/** What stands beside an area's vehicles, as its sweeps go. */
export interface News {
  take(sweep: Sweep): void
  /** What another node said, a moment ago. */
  adopt(meta: LiveMeta): void
  failure(): LiveFailure | null
  /** Of the newest page; 0 before the first. */
  ageMs(): number
  /** Of this moment, for so many vehicles; only after a sweep that read a page. */
  meta(loaded?: number): LiveMeta
}

type Read = Pick<Sweep, 'total' | 'query' | 'limit' | 'dropped' | 'unreadable'> & {
  readonly fetchedAt: string
  /** On this node's clock. */
  readonly readAtMs: number
}

export function createNews(
  clock: Clock,
  known: Pick<Known, 'size'>,
  sweeper: Pick<Sweeper, 'last' | 'nextAtMs'>,
): News {
  /** The newest that read any page: what it said stays beside what it brought. */
  let read: Read | null = null
  let newest: Pick<Sweep, 'failure' | 'incomplete'> | null = null
  let failingSinceMs: number | null = null
  /** Until a sweep of our own. */
  let adopted: { readonly meta: LiveMeta; readonly atMs: number } | null = null

  function failure(): LiveFailure | null {
    if (adopted) return aged(adopted).failure
    if (!newest?.failure || failingSinceMs === null) return null
    return {
      kind: newest.failure.kind,
      since: new Date(failingSinceMs).toISOString(),
      retryAfterMs: Math.max(0, sweeper.nextAtMs() - clock.now()),
    }
  }

  function aged({ meta, atMs }: NonNullable<typeof adopted>): LiveMeta {
    const laterMs = Math.max(0, clock.now() - atMs)
    const { failure } = meta
    return {
      ...meta,
      ageMs: meta.ageMs + laterMs,
      failure: failure && { ...failure, retryAfterMs: Math.max(0, failure.retryAfterMs - laterMs) },
    }
  }

  const ageMs = () => (read ? Math.max(0, clock.now() - read.readAtMs) : 0)

  return {
    failure,
    ageMs,
    take(sweep) {
      newest = sweep
      adopted = null
      failingSinceMs = sweep.failure ? (failingSinceMs ?? clock.now()) : null
      // A sweep that failed half way makes only what it read newer, not the list.
      if (sweep.fetchedAt !== null && (sweep.incomplete !== 'failed' || !read)) {
        read = { ...sweep, fetchedAt: sweep.fetchedAt, readAtMs: Date.parse(sweep.fetchedAt) }
      }
    },
    adopt(meta) {
      adopted = { meta, atMs: clock.now() }
      read = { ...meta, total: meta.about, readAtMs: clock.now() - meta.ageMs }
      failingSinceMs = meta.failure && Date.parse(meta.failure.since)
    },
    meta(loaded = known.size) {
      if (adopted) return aged(adopted)
      const { last } = sweeper
      if (!read || !newest || !last) throw new Error('no page was read yet')
      const { fetchedAt, total, query, limit, dropped, unreadable } = read
      return {
        fetchedAt,
        ageMs: ageMs(),
        failure: failure(),
        loaded,
        about: total === null ? null : Math.max(total, loaded),
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
