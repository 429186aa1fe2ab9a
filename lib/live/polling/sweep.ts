import type { AreaSearch, LiveFailure, LiveMeta, LiveProgress } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import type { SearchPage, VehicleSearchObject } from '@/lib/interface/resources'
import type { Fetched, ServiceClient } from '@/lib/upstream/service'
import { asUpstreamError, type UpstreamError } from '@/lib/upstream/upstream-error'
import { CollectedPages, type SweptPages } from './collected-pages'
import type { AcceptedPageSize, PageSize } from './page-size'
import type { Settling } from './settled'

export interface Sweep extends SweptPages {
  readonly incomplete: LiveMeta['incomplete']
  /** Whether it saw every vehicle, so that those that it lacks are gone. */
  readonly isSettled: boolean
  readonly failure: UpstreamError | null
}

/** A first sweep so far; it gets its time when it is sent. */
export interface Progress {
  readonly loaded: number
  readonly about: number | null
  readonly vehicles: LiveProgress['vehicles']
  readonly failure: LiveFailure | null
  readonly mtimeServes?: boolean | undefined
}

/** Limits learned from the service's responses; shared by all areas. */
export interface ServiceLimits extends AcceptedPageSize {
  /** End of the pause requested by the service, on the monotonic clock. */
  pausedUntilMs: number
  /** Start of the last sweep, of any area, on the monotonic clock. */
  sweptAtMs?: number
  /** Called when `pausedUntilMs` moves later. */
  onPause?: (untilMs: number) => void
}

export function pauseUntil(limits: ServiceLimits, atMs: number): void {
  if (atMs <= limits.pausedUntilMs) return
  limits.pausedUntilMs = atMs
  limits.onPause?.(atMs)
}

interface SearchClient {
  readonly searchVehicles: ServiceClient['searchVehicles']
}

export interface SweepOptions {
  readonly client: SearchClient
  readonly pageSize: PageSize
  readonly settling: Settling
  readonly vehiclesMaximum: number
  /** Vehicles that the area may hold now, within the shares of its watchers. */
  readonly room: () => number
  readonly clock: Clock
  readonly signal: AbortSignal
  /** Called after each page with the vehicles not seen before in this sweep. */
  readonly onPage: (
    fresh: readonly VehicleSearchObject[],
    loaded: number,
    total: number | null,
  ) => void
}

// Pages with ever new cursors but no new vehicles are an endless loop too.
const BARREN_PAGES_MAXIMUM = 20

/**
 * Reads an area's pages, and again in smaller pages where they exceed a limit. A failure is part of
 * the result, with the pages read before it.
 * @throws only the signal's reason
 */
export async function sweepArea(area: AreaSearch, options: SweepOptions): Promise<Sweep> {
  const { pageSize } = options
  let limit: number | null = pageSize.current
  for (let isFirst = true; ; isFirst = false) {
    const sweep: Sweep = await readPages(area, limit, options)
    const { pages, failure } = sweep
    limit = pageSize.after({ limit, pages, failure, isFirst })
    if (limit !== null) continue
    if (failure?.kind !== 'too-large') return sweep
    const detail = tooLargeInWords(pageSize, pages)
    return detail === null ? sweep : { ...sweep, failure: failure.with({ detail }) }
  }
}

function tooLargeInWords({ isIgnored, isExceededByOne }: PageSize, pages: number): string | null {
  if (isIgnored)
    return 'The service answers all vehicles whatever the limit, in more than 8 MiB. Search a smaller radius.'
  if (!isExceededByOne) return null
  return pages > 0
    ? 'A page of one vehicle is larger than 2 MiB: it and what follows are not loaded.'
    : 'The answer is larger than 2 MiB even where one vehicle is asked for, and larger than 8 MiB for more. Search a smaller radius.'
}

/**
 * Reads one page after another until the last, the cap, a cursor met before, or a failure.
 * Source: interface §4.1, §4.2
 */
async function readPages(area: AreaSearch, limit: number, options: SweepOptions): Promise<Sweep> {
  const { client, pageSize, settling, vehiclesMaximum, room, clock, signal, onPage } = options
  const collected = new CollectedPages()
  const cursors = new Set<string>()
  let cursor: string | null = null
  let rowsBefore: SearchPage['vehicles'] = []
  let hasFollowed = false
  let barrenPages = 0
  let repeated = 0

  function end(incomplete: Sweep['incomplete'], failure: UpstreamError | null = null): Sweep {
    return {
      ...collected.read,
      incomplete,
      failure,
      isSettled: incomplete === null && isSettled(),
    }
  }

  function isSettled(): boolean {
    const { vehicles, pages, dropped, largestTotal } = collected
    return settling.isSettled({
      repeated,
      pages,
      rows: vehicles.size + dropped,
      largestTotal,
    })
  }

  /**
   * Whether a page that brings nothing new and leads nowhere new is the end, and not a
   * service that ignores cursors.
   */
  function isWhole(): boolean {
    const estimate = collected.total ?? 0
    if (estimate > rowsRead() * FAR_MORE) return false
    return hasFollowed || cursor === '0' || hasAllCounted()
  }

  function hasAllCounted(): boolean {
    const { total } = collected
    return total !== null && total <= rowsRead()
  }

  /** The service counts the rows that are left out, too. */
  function rowsRead(): number {
    return collected.vehicles.size + collected.dropped
  }

  for (;;) {
    let page: Fetched<SearchPage>
    try {
      const { mayBeIgnored: mayIgnoreLimit } = pageSize
      page = await client.searchVehicles({ ...area, limit, cursor }, { signal, mayIgnoreLimit })
    } catch (error) {
      signal.throwIfAborted()
      const failure = asUpstreamError(error, 'GET /vehicles')
      // Some refuse the cursor that their last page gave.
      const isBeyondLast = cursor !== null && failure.kind === 'request-refused' && hasAllCounted()
      return isBeyondLast ? end(null) : end('failed', failure)
    }
    signal.throwIfAborted()

    // Counts all areas of the watchers: once a page.
    const maximum = Math.min(vehiclesMaximum, room())
    const { fresh, again, isOverCap } = collected.add(page, maximum)
    const loaded = collected.vehicles.size
    onPage(fresh, loaded, collected.total)
    const { next_cursor: next, isCut, vehicles: rows } = page.data
    pageSize.learn(limit, rows.length, next === null)
    if (isOverCap || ((next !== null || isCut) && loaded >= maximum)) return end('cap')
    // The last page again is an end (row 32), not a page that changed.
    const isSamePage = areSame(rows, rowsBefore)
    if (next === null) {
      if (!isSamePage) repeated += again
      return end(isCut ? 'cursor-unreadable' : null)
    }
    const isBarren = fresh.length === 0
    const isMet = cursors.has(next)
    const leadsNowhere = isMet || isSamePage || hasAllCounted()
    if (isBarren && leadsNowhere && isWhole()) return end(null)
    repeated += again
    barrenPages = isBarren ? barrenPages + 1 : 0
    // New rows under one cursor, as scrolls of search engines give them, may go on.
    const isCircle = isMet && (isBarren || next !== cursor)
    if (isCircle || barrenPages >= BARREN_PAGES_MAXIMUM) return end('cursor-repeated')
    hasFollowed ||= cursor !== null && !isBarren
    rowsBefore = rows
    cursors.add(next)
    cursor = next
    // The embedded reference service answers without yielding.
    await clock.yieldToEventLoop()
  }
}

// An approximate total is not that far off.
const FAR_MORE = 2

function areSame(rows: SearchPage['vehicles'], before: SearchPage['vehicles']): boolean {
  return (
    rows.length > 0 &&
    rows.length === before.length &&
    rows.every(({ id }, at) => id === before[at]?.id)
  )
}
