import type { AreaSearch, LiveMeta } from '@/lib/contract/live'
import type { SearchPage, VehicleSearchObject } from '@/lib/interface/resources'
import { DEFAULT_LIMIT } from '@/lib/interface/search'
import type { Clock } from '@/lib/live/clock'
import type { Fetched, ServiceClient } from '@/lib/upstream/service'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { type CollectedPages, createCollectedPages } from './collected-pages'

/** What one reading of an area's pages found. */
export interface Sweep extends CollectedPages {
  readonly limit: number
  readonly incomplete: LiveMeta['incomplete']
  readonly failure: UpstreamError | null
}

/** What is learnt of the service while it is asked, shared by all areas. */
export interface ServiceLimits {
  /** Vehicles a page. */
  limit: number
  /** Sweeps in a row whose first page was refused with `limit` and answered with ten. */
  limitRefusals?: number
  /** The service wants to be left alone until then, on the steady clock. */
  pausedUntilMs: number
  /** Told when it becomes later. */
  onPause?: (untilMs: number) => void
}

export function pauseUntil(manners: ServiceLimits, atMs: number): void {
  if (atMs <= manners.pausedUntilMs) return
  manners.pausedUntilMs = atMs
  manners.onPause?.(atMs)
}

export interface SweepOptions {
  readonly client: Pick<ServiceClient, 'searchVehicles'>
  readonly manners: ServiceLimits
  readonly vehiclesMaximum: number
  readonly clock: Pick<Clock, 'breathe'>
  readonly signal: AbortSignal
  /** Called after each page with the vehicles not met before on this sweep. */
  readonly onPage: (fresh: readonly VehicleSearchObject[], loaded: number, total: number | null) => void
}

// A service whose every page has a new cursor and only old vehicles leads in circles too.
const BARREN_PAGES_MAXIMUM = 20

/**
 * Reads an area's pages one after another until the last, the cap, a cursor met before, or a failure. A failure is
 * part of the result, with what was read before it.
 * @throws the signal's reason alone
 * Source: interface §4.1, §4.2
 */
export async function sweepArea(area: AreaSearch, options: SweepOptions): Promise<Sweep> {
  const { client, manners, vehiclesMaximum, clock, signal, onPage } = options
  const haul = createCollectedPages(vehiclesMaximum)
  const cursors = new Set<string>()
  let limit = manners.limit
  let cursor: string | null = null
  let barrenPages = 0

  const end = (incomplete: Sweep['incomplete'], failure: UpstreamError | null = null): Sweep => ({
    ...haul.now(),
    limit,
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
    // Only now is it known that it was the limit which was refused, and not the rest of the search.
    if (cursor === null) learnLimit(manners, limit)

    const { fresh, isOverCap } = haul.add(page)
    const loaded = haul.now().vehicles.size
    onPage(fresh, loaded, haul.now().total)
    const next = page.data.next_cursor
    if (isOverCap || ((next !== null || page.data.isCut) && loaded >= vehiclesMaximum)) return end('cap')
    if (next === null) return end(page.data.isCut ? 'cursor-unreadable' : null)
    barrenPages = fresh.length === 0 ? barrenPages + 1 : 0
    if (cursors.has(next) || barrenPages >= BARREN_PAGES_MAXIMUM) return end('cursor-repeated')
    cursors.add(next)
    cursor = next
    // A service inside this process answers without ever leaving a turn to anybody else.
    await clock.breathe()
  }
}

// Once may be a stumble of the service; ten vehicles a page are ten times the calls.
const REFUSALS_BELIEVED = 3

function learnLimit(manners: ServiceLimits, answeredLimit: number): void {
  manners.limitRefusals = answeredLimit === manners.limit ? 0 : (manners.limitRefusals ?? 0) + 1
  if (manners.limitRefusals >= REFUSALS_BELIEVED) manners.limit = answeredLimit
}

// Which limits a service allows is not shown (§8), nor how it refuses one (§7). These four mean something else.
const OTHER_REFUSALS = [401, 403, 404, 429]

function mayRefuseLimit(error: unknown): boolean {
  const status = error instanceof UpstreamError ? error.status : null
  return status !== null && status >= 400 && status < 500 && !OTHER_REFUSALS.includes(status)
}

function asUpstreamError(error: unknown): UpstreamError {
  return error instanceof UpstreamError ? error : new UpstreamError('internal', `GET /vehicles: ${error}`)
}
