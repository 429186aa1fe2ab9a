import { randomUUID } from 'node:crypto'
import type { LiveFailure, LiveMeta } from '@/lib/contract/live'
import type { Sweep } from '@/lib/live/polling/sweep'
import type { SweepScheduler } from '@/lib/live/polling/sweep-scheduler'
import type { VehicleList } from '@/lib/live/polling/vehicle-list'
import type { UpstreamError } from '@/lib/upstream/upstream-error'
import type { Clock } from './clock'

/** What stands beside an area's vehicles, as its sweeps go. */
export interface AreaStatus {
  take(sweep: Sweep): void
  /** What another node said, a moment ago. */
  adopt(meta: LiveMeta): void
  failure(): LiveFailure | null
  /** Of the newest page; 0 before the first. */
  ageMs(): number
  /** Of this moment, for so many vehicles; only after a sweep that read a page. */
  meta(loaded?: number): LiveMeta
}

/** The service fails, once for failures of one kind in a row. */
export type OnFailing = (requestId: string, failure: UpstreamError) => void

type Read = Pick<Sweep, 'total' | 'query' | 'limit' | 'dropped' | 'unreadable'> & {
  readonly fetchedAt: string
  /** On this node's clock. */
  readonly readAtMs: number
}

export function createAreaStatus(
  clock: Clock,
  known: Pick<VehicleList, 'size'>,
  sweeper: Pick<SweepScheduler, 'last' | 'nextAtMs'>,
  onFailing: OnFailing,
): AreaStatus {
  /** The newest that read any page: what it said stays beside what it brought. */
  let read: Read | null = null
  let newest: (Pick<Sweep, 'failure' | 'incomplete'> & { readonly size: number }) | null = null
  let failing: { readonly sinceMs: number; readonly requestId: string | null } | null = null
  /** Until a sweep of our own. */
  let adopted: { readonly meta: LiveMeta; readonly atMs: number } | null = null

  function failure(): LiveFailure | null {
    if (adopted) return aged(adopted).failure
    if (!newest?.failure || !failing) return null
    return {
      kind: newest.failure.kind,
      since: new Date(failing.sinceMs).toISOString(),
      retryAfterMs: Math.max(0, sweeper.nextAtMs() - clock.steadyNow()),
      requestId: failing.requestId,
    }
  }

  /** Failures in a row are one: a notice whose id changed with every sweep could not be read out. */
  function goOnFailing(failure: UpstreamError): NonNullable<typeof failing> {
    const { sinceMs = clock.now(), requestId = null } = failing ?? {}
    const id = requestId ?? randomUUID()
    if (newest?.failure?.kind !== failure.kind) onFailing(id, failure)
    return { sinceMs, requestId: id }
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
      const { failure, incomplete, total, query, limit, dropped, unreadable, fetchedAt } = sweep
      failing = failure && goOnFailing(failure)
      newest = { failure, incomplete, size: sweep.vehicles.size }
      adopted = null
      // A sweep that failed half way makes only what it read newer, not the list.
      if (fetchedAt !== null && (incomplete !== 'failed' || !read)) {
        const readAtMs = Date.parse(fetchedAt)
        read = { total, query, limit, dropped, unreadable, fetchedAt, readAtMs }
      }
    },
    adopt(meta) {
      adopted = { meta, atMs: clock.now() }
      const { about: total, query, limit, dropped, unreadable, fetchedAt } = meta
      read = { total, query, limit, dropped, unreadable, fetchedAt, readAtMs: clock.now() - meta.ageMs }
      const { failure } = meta
      failing = failure && { sinceMs: Date.parse(failure.since), requestId: failure.requestId }
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
        unseen: loaded - newest.size,
        about: total === null ? null : Math.max(total, newest.size),
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
