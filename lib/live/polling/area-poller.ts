import type { AreaSearch, Departure } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { DEFAULT_LIMIT, DEFAULT_RADIUS_METRES, type Search } from '@/lib/interface/search'
import type { ServiceClient } from '@/lib/upstream/service'
import { createPageSize } from './page-size'
import { createSettling } from './settled'
import { readStatuses } from './status-answers'
import { type Progress, pauseUntil, type ServiceLimits, type Sweep, sweepArea } from './sweep'
import { createSweepScheduler } from './sweep-scheduler'
import type { SweepTurn } from './sweep-turn'

/** The calls of the service that an area makes. */
export interface AreaClient {
  readonly searchVehicles: ServiceClient['searchVehicles']
  readonly getVehicleStatus: ServiceClient['getVehicleStatus']
}

export interface AreaPollerOptions {
  /** Says whether and how often to sweep. */
  readonly turn: SweepTurn
  readonly client: AreaClient
  readonly clock: Clock
  readonly limits: ServiceLimits
  readonly vehiclesMaximum: number
  /** Vehicles that the area may hold now, within the shares of its watchers. */
  readonly room: () => number
  /** Least time between the starts of two sweeps that a refresh can cause. */
  readonly refreshMs: number
  readonly log: (line: string) => void
  /** Called after every sweep that was not aborted. */
  readonly onSweep: (sweep: Sweep) => Promise<void>
  /** Progress of the first sweep; called only while `isFirst`. */
  readonly onProgress: (progress: Progress, begins: boolean) => void
  readonly isFirst: () => boolean
  /** Called with the answers of a round of `/status`; a refusal is none, and counted. */
  readonly onStatuses: (answers: readonly Departure[], refused: number) => Promise<void>
}

// A fast service must not cause an event per page.
const PROGRESS_INTERVAL_MS = 100

/** All requests to the service for one area. */
export function createAreaPoller(area: AreaSearch, options: AreaPollerOptions) {
  const { turn, client, clock, limits, log } = options
  const { onProgress, isFirst, onSweep, onStatuses } = options
  let lookup: AbortController | null = null
  let collected = 0
  const pageSize = createPageSize(limits)
  const settling = createSettling()
  /** Refused of this search; null where it could not be found, undefined where nothing is. */
  let refusedParameter: string | null | undefined
  const scheduler = createSweepScheduler({
    clock,
    limits,
    refreshMs: options.refreshMs,
    log,
    sweep,
    onSweep: (swept) => onSweep(swept).finally(() => (collected = 0)),
  })
  turn.follow({
    onInterval(intervalMs) {
      scheduler.setIntervalMs(intervalMs)
      if (intervalMs === null) lookup?.abort(new Error('no subscribers'))
    },
    onRefresh: scheduler.refresh,
  })

  function sweep(signal: AbortSignal): Promise<Sweep> {
    let unsent: VehicleSearchObject[] = []
    let sentAtMs = -Infinity
    const swept = sweepArea(area, {
      client,
      clock,
      vehiclesMaximum: options.vehiclesMaximum,
      room: options.room,
      pageSize,
      settling,
      signal,
      onPage(fresh, loaded, total) {
        collected = loaded
        if (!isFirst() || signal.aborted) return
        unsent.push(...fresh)
        if (clock.now() - sentAtMs < PROGRESS_INTERVAL_MS) return
        const about = total === null ? null : Math.max(total, loaded)
        onProgress({ loaded, about, vehicles: unsent, failure: null }, sentAtMs === -Infinity)
        unsent = []
        sentAtMs = clock.now()
      },
    }).then((swept) => withRefusedParameter(swept, signal))
    swept.catch(() => (collected = 0))
    return swept
  }

  /** Names the refused parameter where the service does not, once until it accepts the search. */
  async function withRefusedParameter(swept: Sweep, signal: AbortSignal): Promise<Sweep> {
    const { failure, pages } = swept
    if (failure?.kind !== 'request-refused' || pages > 0) {
      if (pages > 0) refusedParameter = undefined
      return swept
    }
    if (failure.parameter !== null) return swept
    if (refusedParameter === undefined)
      refusedParameter = await findRefusedParameter(client, area, signal)
    const { detail } = failure
    return { ...swept, failure: failure.with({ detail, parameter: refusedParameter }) }
  }

  async function askStatuses(missed: readonly VehicleSearchObject[]): Promise<void> {
    lookup = new AbortController()
    const { signal } = lookup
    try {
      const { answers, refused, retryAfterMs } = await readStatuses(client, area, missed, signal)
      if (retryAfterMs !== null) pauseUntil(limits, clock.monotonicNow() + retryAfterMs)
      await onStatuses(answers, refused)
    } catch (error) {
      if (!signal.aborted) log(`lib/live: ${error}`)
    } finally {
      lookup = null
    }
  }

  return {
    scheduler,
    /** Vehicles read by the sweep in progress; 0 between sweeps. */
    get collected() {
      return collected
    },
    /**
     * Asks `/status` for vehicles that the list lacks, in parallel with sweeps; one round at a
     * time, so that calls cannot pile up.
     * @param choose gives the vehicles, of which only the first STATUS_CALLS_MAXIMUM are asked
     * for; called before a round
     */
    askStatuses(choose: () => readonly VehicleSearchObject[]): void {
      const missed = lookup ? [] : choose()
      if (missed.length > 0) void askStatuses(missed)
    },
  }
}

/**
 * Finds what the service refuses of a search by leaving out one parameter after the
 * other, in at most two calls.
 * @returns null where that is not the radius or the type alone
 * @throws only the signal's reason
 */
async function findRefusedParameter(
  client: AreaClient,
  area: AreaSearch,
  signal: AbortSignal,
): Promise<string | null> {
  const without: Partial<Search> = { radius: DEFAULT_RADIUS_METRES, type: null }
  for (const name of ['radius', 'type'] as const) {
    if (area[name] === without[name]) continue
    const shorter = { ...area, [name]: without[name] }
    const search = { ...shorter, limit: DEFAULT_LIMIT, cursor: null }
    const isAccepted = await client.searchVehicles(search, { signal }).then(
      () => true,
      () => false,
    )
    signal.throwIfAborted()
    if (isAccepted) return name
  }
  return null
}
