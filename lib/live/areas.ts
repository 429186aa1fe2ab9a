import { randomBytes } from 'node:crypto'
import type { LiveSettings } from '@/lib/config/settings'
import type { AreaSearch } from '@/lib/contract/live'
import { formatPosition } from '@/lib/interface/position'
import { type Cluster, type ClusterOptions, singleNode } from '@/lib/live/cluster/cluster'
import type { ServiceLimits } from '@/lib/live/polling/sweep'
import type { Subscriber } from '@/lib/live/streaming/subscriber'
import { createSemaphore } from '@/lib/upstream/resilience/semaphore'
import { UpstreamError } from '@/lib/upstream/upstream-error'
import { Area, type AreaOptions, type SubscribeOptions } from './area'
import { type Clock, systemClock } from './clock'

export interface LiveAreasOptions extends Pick<AreaOptions, 'client' | 'onSweep' | 'onFailing'> {
  readonly settings: LiveSettings
  readonly clock?: Clock
  readonly log?: (line: string) => void
  readonly newEpoch?: () => string
  /** Shares sweeps between nodes; a single node by default. */
  readonly cluster?: (options: ClusterOptions) => Cluster
}

/** One dispatcher's request for a stream. */
export interface StreamRequest extends Pick<SubscribeOptions, 'lastEventId' | 'gzip' | 'refresh'> {
  readonly area: AreaSearch
  /** Seconds between sweeps; null for the shortest there is. */
  readonly every: number | null
}

export interface LiveAreas {
  /** @throws UpstreamError busy */
  subscribe(request: StreamRequest): Subscriber
  /** Areas with a subscriber, now or within the last KEPT_MS. */
  readonly areaCount: number
  /** Areas polled by this node. */
  readonly polledCount: number
  readonly subscriberCount: number
  /** Age of the oldest data on a screen; 0 without subscribers. */
  readonly dataAgeSeconds: number
}

/** Areas at a time: requests cannot make the server poll without end. */
export const AREAS_MAXIMUM = 200
/** Below the limit of concurrent calls, so that a lookup does not queue behind many areas. */
const CONCURRENT_PAGES = 12
/** How long an area outlives its last subscriber: a reconnect or reload resumes it. */
export const KEPT_MS = 60_000

/** The areas being watched: one `Area` per search, however many subscribers it has. */
export function createLiveAreas(options: LiveAreasOptions): LiveAreas {
  const { settings, clock = systemClock, newEpoch = randomEpoch, onSweep, onFailing } = options
  const withPermit = createSemaphore(CONCURRENT_PAGES)
  const client: AreaOptions['client'] = {
    ...options.client,
    searchVehicles: (search, more) => withPermit(() => options.client.searchVehicles(search, more)),
  }
  const { log = (line) => process.stderr.write(`${line}\n`) } = options
  const { vehiclesMaximum, intervalSeconds } = settings
  const limits: ServiceLimits = { limit: settings.pageSize, pausedUntilMs: 0 }
  const cluster =
    options.cluster?.({
      clock,
      newEpoch,
      log,
      // Set without `pauseUntil`, which would publish the pause back to the cluster.
      onPause(leftMs) {
        limits.pausedUntilMs = Math.max(limits.pausedUntilMs, clock.monotonicNow() + leftMs)
      },
    }) ?? singleNode(newEpoch)
  limits.onPause = (untilMs) => cluster.publishPause?.(untilMs - clock.monotonicNow())
  const entries = new Map<string, { area: Area; cancelDrop: (() => void) | null }>()
  const areas = () => [...entries.values()].map(({ area }) => area)

  function drop(name: string): void {
    entries.get(name)?.cancelDrop?.()
    entries.delete(name)
  }

  function add(name: string, search: AreaSearch) {
    if (entries.size >= AREAS_MAXIMUM) dropOldestEmpty()
    const entry: { area: Area; cancelDrop: (() => void) | null } = {
      cancelDrop: null,
      area: new Area(search, {
        client,
        clock,
        limits,
        vehiclesMaximum,
        refreshMs: intervalSeconds * 1000,
        join: (node) => cluster.join(name, node),
        log,
        onSweep,
        onFailing,
        onEmpty() {
          if (entries.get(name) === entry) entry.cancelDrop = clock.after(KEPT_MS, () => drop(name))
        },
      }),
    }
    entries.set(name, entry)
    return entry
  }

  function dropOldestEmpty(): void {
    const empty = [...entries].find(([, { area }]) => area.subscriberCount === 0)
    if (!empty) {
      throw new UpstreamError('busy', `GET /api/live: ${AREAS_MAXIMUM} areas are being watched`, {
        retryAfterMs: KEPT_MS,
      })
    }
    drop(empty[0])
  }

  return {
    get areaCount() {
      return entries.size
    },
    get polledCount() {
      return areas().filter(({ isPolling }) => isPolling).length
    },
    get subscriberCount() {
      return areas().reduce((sum, { subscriberCount }) => sum + subscriberCount, 0)
    },
    get dataAgeSeconds() {
      const watched = areas().filter(({ subscriberCount }) => subscriberCount > 0)
      return Math.max(0, ...watched.map(({ dataAgeSeconds }) => dataAgeSeconds))
    },
    subscribe({ area: search, every, ...more }) {
      const name = JSON.stringify([formatPosition(search.position), search.radius, search.type])
      const entry = entries.get(name) ?? add(name, search)
      entry.cancelDrop?.()
      entry.cancelDrop = null
      const intervalMs = Math.max(every ?? 0, intervalSeconds) * 1000
      return entry.area.subscribe({ intervalMs, ...more })
    },
  }
}

function randomEpoch(): string {
  return randomBytes(8).toString('hex')
}
