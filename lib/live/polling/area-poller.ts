import type { AreaSearch, Departure, DepartureReason } from '@/lib/api/contract/live'
import { distanceMetres } from '@/lib/interface/geometry'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import { DEFAULT_LIMIT, DEFAULT_RADIUS_METRES, type Search } from '@/lib/interface/search'
import { isSameStatus } from '@/lib/interface/statuses'
import type { ServiceClient } from '@/lib/upstream/service'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { createPageSize } from './page-size'
import { createSettling } from './settled'
import { type Progress, pauseUntil, type Sweep, type SweepOptions, sweepArea } from './sweep'
import { createSweepScheduler, type SweepSchedulerOptions } from './sweep-scheduler'
import { STATUS_CALLS_MAXIMUM } from './vehicle-list'

export interface AreaPollerOptions
  extends Pick<SweepOptions, 'vehiclesMaximum' | 'room'>,
    Omit<SweepSchedulerOptions, 'sweep'> {
  readonly client: Pick<ServiceClient, 'searchVehicles' | 'getVehicleStatus'>
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
  const { client, clock, limits, log, onProgress, isFirst, onSweep, onStatuses } = options
  let lookup: AbortController | null = null
  let collected = 0
  const pageSize = createPageSize(limits)
  const settling = createSettling()
  /**
   * Refused of this search, null where it could not be found; undefined while it is not refused.
   */
  let refused: string | null | undefined
  const scheduler = createSweepScheduler({
    ...options,
    sweep,
    onSweep: (swept) => onSweep(swept).finally(() => (collected = 0)),
  })

  function sweep(signal: AbortSignal): Promise<Sweep> {
    let unsent: VehicleSearchObject[] = []
    let sentAtMs = -Infinity
    const swept = sweepArea(area, {
      ...options,
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
    }).then((swept) => withRefused(swept, signal))
    swept.catch(() => (collected = 0))
    return swept
  }

  /** Names the refused parameter where the service does not, once until it accepts the search. */
  async function withRefused(swept: Sweep, signal: AbortSignal): Promise<Sweep> {
    const { failure, pages } = swept
    if (failure?.kind !== 'request-refused' || pages > 0) {
      if (pages > 0) refused = undefined
      return swept
    }
    if (failure.parameter !== null) return swept
    if (refused === undefined) refused = await findRefusedParameter(client, area, signal)
    return { ...swept, failure: failure.with({ detail: failure.detail, parameter: refused }) }
  }

  async function askStatuses(lacking: readonly VehicleSearchObject[]): Promise<void> {
    lookup = new AbortController()
    const { signal } = lookup
    try {
      const { answers, refused, retryAfterMs } = await readStatuses(client, area, lacking, signal)
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
      const lacking = lookup ? [] : choose()
      if (lacking.length > 0) void askStatuses(lacking)
    },
    /** Null aborts all requests in progress. */
    setIntervalMs(intervalMs: number | null): void {
      scheduler.setIntervalMs(intervalMs)
      if (intervalMs === null) lookup?.abort(new Error('no subscribers'))
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
  client: Pick<ServiceClient, 'searchVehicles'>,
  area: AreaSearch,
  signal: AbortSignal,
): Promise<string | null> {
  const without: Partial<Search> = { radius: DEFAULT_RADIUS_METRES, type: null }
  for (const name of ['radius', 'type'] as const) {
    if (area[name] === without[name]) continue
    const search = { ...area, [name]: without[name], limit: DEFAULT_LIMIT, cursor: null }
    const isAccepted = await client.searchVehicles(search, { signal }).then(
      () => true,
      () => false,
    )
    signal.throwIfAborted()
    if (isAccepted) return name
  }
  return null
}

/**
 * Looks up sequentially what became of vehicles that the list lacks; only of the
 * first STATUS_CALLS_MAXIMUM.
 * @returns how many it refused and the pause that it asked for too; null for none
 * @throws only the signal's reason
 */
async function readStatuses(
  client: Pick<ServiceClient, 'getVehicleStatus'>,
  area: AreaSearch,
  lacking: readonly VehicleSearchObject[],
  signal: AbortSignal,
) {
  const answers: Departure[] = []
  let refused = 0
  for (const before of lacking.slice(0, STATUS_CALLS_MAXIMUM)) {
    const { id } = before
    try {
      const { record } = (await client.getVehicleStatus(id, { signal })).data
      answers.push({ id, reason: reasonOf(area, before, record), record })
    } catch (error) {
      signal.throwIfAborted()
      const failure = error instanceof UpstreamError ? error : null
      const reason = failure?.kind === 'not-found' ? 'not-found' : 'not-answered'
      // A refusal gives no reason, and is an answer.
      if (failure?.kind !== 'request-refused') answers.push({ id, reason, record: null })
      if (failure !== null && REFUSALS.has(failure.kind)) refused += 1
      if (failure?.kind === 'rate-limited')
        return { answers, refused, retryAfterMs: failure.retryAfterMs }
    }
    signal.throwIfAborted()
  }
  return { answers, refused, retryAfterMs: null }
}

const REFUSALS: ReadonlySet<string> = new Set(['request-refused', 'upstream-forbidden'])

/** @param before as last listed; @param now as `/status` answers */
export function reasonOf(
  { position, radius, type }: AreaSearch,
  before: VehicleSearchObject,
  now: VehicleSearchObject,
): DepartureReason {
  if (now.position && distanceMetres(position, now.position) > radius) return 'left-area'
  if (!isSameStatus(now.status, before.status)) return 'status-changed'
  if (type !== null && now.type !== type) return 'type-changed'
  return 'not-listed'
}
