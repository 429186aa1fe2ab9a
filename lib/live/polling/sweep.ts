import type { AreaSearch, LiveMeta } from '@/lib/contract/live'
import type { SearchPage, VehicleSearchObject } from '@/lib/interface/resources'
import { DEFAULT_LIMIT } from '@/lib/interface/search'
import type { Clock } from '@/lib/scheduling/clock'
import type { Fetched, ServiceClient } from '@/lib/upstream/service'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { type CollectedPages, createCollectedPages } from './collected-pages'

/** Result of one pass over an area's pages. */
export interface Sweep extends CollectedPages {
  readonly incomplete: LiveMeta['incomplete']
  readonly failure: UpstreamError | null
}

/** Limits learned from the service's responses; shared by all areas. */
export interface ServiceLimits {
  /** Vehicles a page. */
  limit: number
  /** Consecutive sweeps whose first page was refused with `limit` and accepted with DEFAULT_LIMIT. */
  limitRefusals?: number
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

export interface SweepOptions {
  readonly client: Pick<ServiceClient, 'searchVehicles'>
  readonly limits: ServiceLimits
  readonly vehiclesMaximum: number
  /** Vehicles that the area may hold now, within the shares of its watchers. */
  readonly room: () => number
  readonly clock: Pick<Clock, 'yieldToEventLoop'>
  readonly signal: AbortSignal
  /** Called after each page with the vehicles not seen before in this sweep. */
  readonly onPage: (fresh: readonly VehicleSearchObject[], loaded: number, total: number | null) => void
}

// Pages with ever new cursors but no new vehicles are an endless loop too.
const BARREN_PAGES_MAXIMUM = 20

/**
 * Reads an area's pages one after another until the last, the cap, a cursor met before, or a failure. A failure is
 * part of the result, with the pages read before it.
 * @throws only the signal's reason
 * Source: interface §4.1, §4.2
 */
export async function sweepArea(area: AreaSearch, options: SweepOptions): Promise<Sweep> {
  const { client, limits, vehiclesMaximum, room, clock, signal, onPage } = options
  const collected = createCollectedPages()
  const cursors = new Set<string>()
  let limit = limits.limit
  let cursor: string | null = null
  let barrenPages = 0

  const end = (incomplete: Sweep['incomplete'], failure: UpstreamError | null = null): Sweep => ({
    ...collected.now(),
    incomplete,
    failure,
  })

  for (;;) {
    let page: Fetched<SearchPage>
    try {
      page = await client.searchVehicles({ ...area, limit, cursor }, { signal })
    } catch (error) {
      signal.throwIfAborted()
      if (cursor === null && limit > DEFAULT_LIMIT && mayRefuseLimit(error)) {
        limit = DEFAULT_LIMIT
        continue
      }
      return end('failed', asUpstreamError(error))
    }
    signal.throwIfAborted()
    // Success proves that the limit had been refused, not the rest of the search.
    if (cursor === null) learnLimit(limits, limit)

    // Counts all areas of the watchers: once a page.
    const maximum = Math.min(vehiclesMaximum, room())
    const { fresh, isOverCap } = collected.add(page, maximum)
    const loaded = collected.now().vehicles.size
    onPage(fresh, loaded, collected.now().total)
    const next = page.data.next_cursor
    if (isOverCap || ((next !== null || page.data.isCut) && loaded >= maximum)) return end('cap')
    if (next === null) return end(page.data.isCut ? 'cursor-unreadable' : null)
    barrenPages = fresh.length === 0 ? barrenPages + 1 : 0
    if (cursors.has(next) || barrenPages >= BARREN_PAGES_MAXIMUM) return end('cursor-repeated')
    cursors.add(next)
    cursor = next
    // The embedded reference service answers without yielding.
    await clock.yieldToEventLoop()
  }
}

// Require three refusals in a row: a page size of 10 means ten times the calls.
const REFUSALS_BELIEVED = 3

function learnLimit(limits: ServiceLimits, answeredLimit: number): void {
  limits.limitRefusals = answeredLimit === limits.limit ? 0 : (limits.limitRefusals ?? 0) + 1
  if (limits.limitRefusals >= REFUSALS_BELIEVED) limits.limit = answeredLimit
}

// Neither the allowed limits (§8) nor the status of a refusal (§7) is documented. These four mean something else.
const OTHER_REFUSALS = [401, 403, 404, 429]

function mayRefuseLimit(error: unknown): boolean {
  const status = error instanceof UpstreamError ? error.status : null
  return status !== null && status >= 400 && status < 500 && !OTHER_REFUSALS.includes(status)
}

function asUpstreamError(error: unknown): UpstreamError {
  return error instanceof UpstreamError ? error : new UpstreamError('internal', `GET /vehicles: ${error}`)
}
