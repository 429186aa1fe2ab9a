import { randomUUID } from 'node:crypto'
import {
  type LiveFailure,
  type LiveMeta,
  metaLater,
  type VehicleTimes,
} from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import type { Sweep } from '@/lib/live/polling/sweep'
import type { SweepScheduler } from '@/lib/live/polling/sweep-scheduler'
import type { UpstreamError } from '@/lib/upstream/upstream-error'

/** Called once per run of failures of the same kind. */
export type OnFailing = (requestId: string, failure: UpstreamError) => void

export interface AreaStatusOptions {
  readonly clock: Clock
  readonly scheduler: SweepScheduler
  readonly onFailing?: OnFailing | undefined
  readonly reportTimes?: VehicleTimes | undefined
}

/** Findings of the newest sweep that read a page. */
interface Reading {
  readonly total: number | null
  readonly query: string | null
  readonly dropped: number
  readonly unreadable: number
  readonly inOtherForms: number | undefined
  readonly pages: number | undefined
  readonly isSettled: boolean | undefined
  readonly fetchedAt: string
  /** On this node's clock. */
  readonly readAtMs: number
}

/** The newest sweep of this node. */
interface NewestSweep {
  readonly failure: UpstreamError | null
  readonly incomplete: Sweep['incomplete']
  /** Vehicles that it read. */
  readonly size: number
}

/** A run of failures. */
interface Failing {
  readonly sinceMs: number
  readonly requestId: string | null
}

/** Another node's status. */
interface AdoptedMeta {
  readonly meta: LiveMeta
  /** When the ages in it were so, on this node's clock. */
  readonly atMs: number
}

/** Age, completeness and failure of an area's data, from its sweeps. */
export function createAreaStatus(options: AreaStatusOptions) {
  const { clock, scheduler, onFailing, reportTimes } = options
  let reading: Reading | null = null
  let wholeAtMs = Number.NEGATIVE_INFINITY
  let newest: NewestSweep | null = null
  let failing: Failing | null = null
  /** Valid until a sweep by this node. */
  let adopted: AdoptedMeta | null = null

  function failure(): LiveFailure | null {
    if (adopted) return metaOf(adopted).failure
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
  function continueFailing(failure: UpstreamError): Failing {
    const sinceMs = failing?.sinceMs ?? clock.now()
    const requestId = failing?.requestId ?? randomUUID()
    if (newest?.failure?.kind !== failure.kind) onFailing?.(requestId, failure)
    return { sinceMs, requestId }
  }

  function metaOf({ meta, atMs }: AdoptedMeta): LiveMeta {
    return metaLater(meta, Math.max(0, clock.now() - atMs))
  }

  /** Of the newest page; 0 before the first. */
  const ageMs = () => (reading ? Math.max(0, clock.now() - reading.readAtMs) : 0)

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
      const { failure, incomplete, fetchedAt } = sweep
      failing = failure && continueFailing(failure)
      newest = { failure, incomplete, size: sweep.vehicles.size }
      adopted = null
      // A sweep that failed half way does not make the whole list newer.
      const isNewer = fetchedAt !== null && (incomplete !== 'failed' || !reading)
      if (!isNewer) return
      const readAtMs = Date.parse(fetchedAt)
      reading = {
        total: sweep.total,
        query: sweep.query,
        dropped: sweep.dropped,
        unreadable: sweep.unreadable,
        inOtherForms: sweep.inOtherForms,
        pages: sweep.pages,
        isSettled: sweep.isSettled,
        fetchedAt,
        readAtMs,
      }
      if (sweep.isSettled && sweep.dropped === 0) wholeAtMs = sweep.arrivals[0]?.atMs ?? readAtMs
    },
    /**
     * Replaces it by the status that another node shared.
     * @param atMs when its ages were so, on this node's clock
     */
    adopt(meta: LiveMeta, atMs: number): void {
      adopted = { meta, atMs }
      const readAtMs = atMs - meta.ageMs
      reading = {
        total: meta.about,
        query: meta.query,
        dropped: meta.dropped,
        unreadable: meta.unreadable,
        inOtherForms: meta.inOtherForms,
        pages: meta.pages,
        isSettled: meta.isSettled,
        fetchedAt: meta.fetchedAt,
        readAtMs,
      }
      if (meta.unseen === 0) wholeAtMs = readAtMs - meta.sweepMs
      const { failure } = meta
      failing = failure && { sinceMs: Date.parse(failure.since), requestId: failure.requestId }
    },
    /** Metadata as of now, for `loaded` vehicles; only after a sweep that read a page. */
    meta(loaded: number): LiveMeta {
      if (adopted) return metaOf(adopted)
      const { last } = scheduler
      if (!reading || !newest || !last) throw new Error('no page was read yet')
      const { total } = reading
      return {
        fetchedAt: reading.fetchedAt,
        ageMs: ageMs(),
        failure: failure(),
        loaded,
        unseen: loaded - newest.size,
        about: total === null ? null : Math.max(total, newest.size),
        incomplete: newest.incomplete,
        isSettled: reading.isSettled,
        query: reading.query,
        pages: reading.pages,
        mtimeServes: reportTimes?.mtimeServes ?? false,
        dropped: reading.dropped,
        unreadable: reading.unreadable,
        inOtherForms: reading.inOtherForms,
        sweepMs: last.endedAtMs - last.startedAtMs,
        intervalMs: Math.max(0, scheduler.nextAtMs() - last.startedAtMs),
      }
    },
  }
}
