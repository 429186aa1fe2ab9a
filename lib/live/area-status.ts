import { randomUUID } from 'node:crypto'
import {
  type LiveFailure,
  type LiveMeta,
  metaLater,
  type VehicleTimes,
} from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import type { Sweep } from '@/lib/live/polling/sweep'
import type { createSweepScheduler } from '@/lib/live/polling/sweep-scheduler'
import type { VehicleList } from '@/lib/live/polling/vehicle-list'
import type { UpstreamError } from '@/lib/upstream/upstream-error'

/** Called once per run of failures of the same kind. */
export type OnFailing = (requestId: string, failure: UpstreamError) => void

type Read = Pick<Sweep, 'total' | 'query' | 'dropped' | 'unreadable'> & {
  readonly inOtherForms?: LiveMeta['inOtherForms']
  readonly pages?: LiveMeta['pages']
  readonly isSettled?: LiveMeta['isSettled']
  readonly fetchedAt: string
  /** On this node's clock. */
  readonly readAtMs: number
}

/** Age, completeness and failure of an area's data, from its sweeps. */
export function createAreaStatus(
  clock: Clock,
  list: Pick<VehicleList, 'size'>,
  scheduler: Pick<ReturnType<typeof createSweepScheduler>, 'last' | 'nextAtMs'>,
  onFailing: OnFailing,
  reportTimes?: VehicleTimes,
) {
  /** Of the newest sweep that read a page. */
  let read: Read | null = null
  let wholeAtMs = Number.NEGATIVE_INFINITY
  let newest: (Pick<Sweep, 'failure' | 'incomplete'> & { readonly size: number }) | null = null
  let failing: { readonly sinceMs: number; readonly requestId: string | null } | null = null
  /** Another node's status, valid until a sweep by this node. */
  let adopted: { readonly meta: LiveMeta; readonly atMs: number } | null = null

  function failure(): LiveFailure | null {
    if (adopted) return aged(adopted).failure
    if (!newest?.failure || !failing) return null
    const { kind, detail, parameter } = newest.failure
    return {
      kind,
      since: new Date(failing.sinceMs).toISOString(),
      retryAfterMs: Math.max(0, scheduler.nextAtMs() - clock.monotonicNow()),
      requestId: failing.requestId,
      detail: detail ?? undefined,
      parameter: parameter ?? undefined,
    }
  }

  /**
   * Keeps one id per run of failures: a notice with a changing id would be
   * announced again and again.
   */
  function continueFailing(failure: UpstreamError): NonNullable<typeof failing> {
    const { sinceMs = clock.now(), requestId = null } = failing ?? {}
    const id = requestId ?? randomUUID()
    if (newest?.failure?.kind !== failure.kind) onFailing(id, failure)
    return { sinceMs, requestId: id }
  }

  const aged = ({ meta, atMs }: NonNullable<typeof adopted>) =>
    metaLater(meta, Math.max(0, clock.now() - atMs))

  /** Of the newest page; 0 before the first. */
  const ageMs = () => (read ? Math.max(0, clock.now() - read.readAtMs) : 0)

  return {
    failure,
    ageMs,
    /**
     * When one sweep last began to see all vehicles of the list, on this node's
     * clock; -Infinity for never.
     */
    get wholeAtMs() {
      return wholeAtMs
    },
    add(sweep: Sweep): void {
      const { failure, incomplete, isSettled, dropped, fetchedAt } = sweep
      failing = failure && continueFailing(failure)
      newest = { failure, incomplete, size: sweep.vehicles.size }
      adopted = null
      // A sweep that failed half way does not make the whole list newer.
      if (fetchedAt !== null && (incomplete !== 'failed' || !read)) {
        const readAtMs = Date.parse(fetchedAt)
        read = readOf({ ...sweep, fetchedAt }, readAtMs)
        if (isSettled && dropped === 0) wholeAtMs = sweep.arrivals[0]?.atMs ?? readAtMs
      }
    },
    /** Replaces it by the status another node shared. @param agoMs when that was */
    adopt(meta: LiveMeta, agoMs: number): void {
      const atMs = clock.now() - agoMs
      adopted = { meta, atMs }
      const readAtMs = atMs - meta.ageMs
      read = readOf({ ...meta, total: meta.about }, readAtMs)
      if (meta.unseen === 0) wholeAtMs = readAtMs - meta.sweepMs
      const { failure } = meta
      failing = failure && { sinceMs: Date.parse(failure.since), requestId: failure.requestId }
    },
    /** Metadata as of now, for `loaded` vehicles; only after a sweep that read a page. */
    meta(loaded = list.size): LiveMeta {
      if (adopted) return aged(adopted)
      const { last } = scheduler
      if (!read || !newest || !last) throw new Error('no page was read yet')
      const { fetchedAt, total, query, pages, isSettled, dropped, unreadable, inOtherForms } = read
      return {
        fetchedAt,
        ageMs: ageMs(),
        failure: failure(),
        loaded,
        unseen: loaded - newest.size,
        about: total === null ? null : Math.max(total, newest.size),
        incomplete: newest.incomplete,
        isSettled,
        query,
        pages,
        mtimeServes: reportTimes?.mtimeServes ?? false,
        dropped,
        unreadable,
        inOtherForms,
        sweepMs: last.endedAtMs - last.startedAtMs,
        intervalMs: Math.max(0, scheduler.nextAtMs() - last.startedAtMs),
      }
    },
  }
}

function readOf(from: Omit<Read, 'readAtMs'>, readAtMs: number): Read {
  const { total, query, pages, isSettled, dropped, unreadable, inOtherForms, fetchedAt } = from
  return {
    total,
    query,
    pages,
    isSettled,
    dropped,
    unreadable,
    inOtherForms,
    fetchedAt,
    readAtMs,
  }
}
