import { randomBytes } from 'node:crypto'
import { getHeapStatistics } from 'node:v8'
import type { AreaSearch } from '@/lib/api/contract/live'
import type { ShareHolder } from '@/lib/api/http/shares'
import type { Clock } from '@/lib/app/clock'
import { createFairQueue } from '@/lib/app/fair-queue'
import { distanceMetres } from '@/lib/interface/geometry'
import { formatPosition } from '@/lib/interface/position'
import { type Cluster, type ClusterOptions, singleNode } from '@/lib/live/cluster/cluster'
import type { AreaClient } from '@/lib/live/polling/area-poller'
import type { ServiceLimits } from '@/lib/live/polling/sweep'
import type { CallOptions } from '@/lib/upstream/service'
import type { Annotations } from './annotations'
import { Area, type AreaOptions, type StreamOptions } from './area'
import type { OnFailing } from './area-status'
import { type Bounds, createHoldings } from './bounds/bounds'
import type { AreaObserver } from './observed-frames'
import { createSubscriber, createSubscribers, type Subscriber } from './streaming/subscribers'
import { openTopics } from './topics/topics'

export interface LiveAreasOptions {
  readonly client: AreaClient
  readonly settings: {
    readonly pageSize: number
    readonly vehiclesMaximum: number
    /** Shortest time from the start of one sweep of an area to the next. */
    readonly intervalSeconds: number
  }
  readonly bounds: Bounds
  /** Most calls per second to the service for all areas; unlimited by default. */
  readonly callsPerSecond?: () => number
  /** Share of the heap limit in use: 0 to 1. */
  readonly heapUsed?: () => number
  readonly clock: Clock
  readonly log: (line: string) => void
  readonly annotations?: Annotations
  readonly onSweep?: AreaOptions['onSweep']
  readonly onFailing?: OnFailing
  readonly newEpoch?: () => string
  readonly onEnd?: (heldVehicles: number) => void
  /** Called for each area that begins to be watched; null observes nothing. */
  readonly observe?: (search: AreaSearch) => AreaObserver | null
  /** Shares sweeps between nodes; a single node by default. */
  readonly cluster?: (options: ClusterOptions) => Cluster
}

export interface StreamRequest extends StreamOptions {
  /** Null for a stream of topics alone. */
  readonly area: AreaSearch | null
  /** Seconds between sweeps; null for the shortest there is. */
  readonly every: number | null
  readonly holder: ShareHolder
  /** Kerbside watches the area by itself: no page reads the stream. */
  readonly isOwn?: boolean
}

interface AreaRequest extends StreamRequest {
  readonly area: AreaSearch
}

export type LiveAreas = ReturnType<typeof createLiveAreas>

/** The list of an area, and how it was read. */
export type PolledArea = Pick<Area, 'meta' | 'vehicles'>

/** Below the limit of concurrent calls, so that a look-up does not queue behind many areas. */
const CONCURRENT_CALLS = { permits: 12, ownerPermits: 8 }
/** Answers that may hold all vehicles, of 8 MiB each. */
const CONCURRENT_WHOLE_LISTS = { permits: 2 }
/** How long an area outlives its last subscriber: a reconnect or reload resumes it. */
export const KEPT_MS = 60_000
/** Share of all vehicles that areas without subscribers may hold. */
const IDLE_SHARE = 0.25

interface Entry {
  readonly name: string
  readonly search: AreaSearch
  readonly area: Area
  cancelDrop: (() => void) | null
}

/** The areas being watched: one `Area` per search, however many subscribers it has. */
export function createLiveAreas(options: LiveAreasOptions) {
  const { settings, bounds, clock, log, annotations, onSweep, onFailing } = options
  const { newEpoch = () => randomBytes(8).toString('hex'), heapUsed = shareOfHeapUsed } = options
  const { vehiclesMaximum, intervalSeconds } = settings
  const limits: ServiceLimits = { limit: settings.pageSize, pausedUntilMs: 0 }
  const { cluster: createCluster = singleNode } = options
  const cluster = createCluster({
    clock,
    newEpoch,
    log,
    // Set without `pauseUntil`, which would publish the pause back to the cluster.
    onPause(leftMs) {
      limits.pausedUntilMs = Math.max(limits.pausedUntilMs, clock.monotonicNow() + leftMs)
    },
  })
  limits.onPause = (untilMs) => cluster.publishPause(untilMs - clock.monotonicNow())
  /** In the order in which their last subscribers left, those with subscribers among them. */
  const entries = new Map<string, Entry>()
  const areas = () => [...entries.values()].map(({ area }) => area)
  const holdings = createHoldings(bounds, endIdle, heapUsed)
  const clientOf = createAreaClients(options, holdings)
  const streamsWithoutArea = createSubscribers(clock, log)
  /** Open streams that are not Kerbside's own, and whether each reads an area. */
  const pages = new Map<Subscriber, boolean>()

  function idle(): Entry[] {
    return [...entries.values()].filter(({ area }) => area.subscriberCount === 0)
  }

  function end({ name, area, cancelDrop }: Entry): void {
    cancelDrop?.()
    entries.delete(name)
    holdings.drop(area)
    const { heldVehicles } = area
    area.end()
    options.onEnd?.(heldVehicles)
  }

  function endIdle(): boolean {
    const [longest] = idle()
    if (longest) end(longest)
    return longest !== undefined
  }

  function keepIdle(entry: Entry): void {
    entries.delete(entry.name)
    entries.set(entry.name, entry)
    entry.cancelDrop = clock.after(KEPT_MS, () => end(entry))
    const held = () => idle().reduce((sum, { area }) => sum + area.heldVehicles, 0)
    while (held() > bounds.all.vehicles * IDLE_SHARE) endIdle()
  }

  function add(name: string, search: AreaSearch): Entry {
    const entry: Entry = {
      name,
      search,
      cancelDrop: null,
      area: new Area(search, {
        ...cluster.join(name),
        client: clientOf,
        clock,
        limits,
        vehiclesMaximum,
        refreshMs: intervalSeconds * 1000,
        room: (area) => holdings.roomFor(area),
        log,
        annotations,
        onSweep,
        onFailing,
        observer: options.observe?.(search),
        onEmpty() {
          if (entries.get(name) === entry) keepIdle(entry)
        },
      }),
    }
    entries.set(name, entry)
    holdings.keep(entry.area)
    return entry
  }

  function subscribeToArea(request: AreaRequest, onClose: () => void): Subscriber {
    const { area: search, every, holder, refresh, lastEventId, topics, gzip } = request
    const name = nameOf(search)
    const known = entries.get(name)
    holdings.check(holder, known?.area ?? null)
    const entry = known ?? add(name, search)
    entry.cancelDrop?.()
    entry.cancelDrop = null
    const intervalMs = Math.max(every ?? 0, intervalSeconds) * 1000
    const release = holdings.add(holder, entry.area)
    return entry.area.subscribe({
      intervalMs,
      refresh,
      lastEventId,
      topics,
      gzip,
      onClose() {
        release()
        onClose()
      },
    })
  }

  function subscribeToTopics(request: StreamRequest, onClose: () => void): Subscriber {
    const release = holdings.addStream(request.holder)
    const topics = openTopics(request.topics, () => subscriber.wake())
    const subscriber = createSubscriber(topics.next, clock, request.gzip, () => {
      release()
      topics.close()
      streamsWithoutArea.remove(subscriber)
      onClose()
    })
    streamsWithoutArea.add(subscriber, Number.POSITIVE_INFINITY)
    return subscriber
  }

  return {
    /** Open streams that are not Kerbside's own: pages, hidden ones too, and scripts. */
    get pageCount() {
      return pages.size
    },
    /** Streams of pages and scripts that read an area. */
    get readerCount() {
      return [...pages.values()].filter((readsArea) => readsArea).length
    },
    /** Areas with a subscriber, now or within the last KEPT_MS. */
    get areaCount() {
      return entries.size
    },
    get polledCount() {
      return areas().filter(({ isPolling }) => isPolling).length
    },
    get subscriberCount() {
      return areas().reduce((sum, { subscriberCount }) => sum + subscriberCount, 0)
    },
    get heldVehicles() {
      return areas().reduce((sum, { heldVehicles }) => sum + heldVehicles, 0)
    },
    /** Age of the oldest data on a screen; 0 without subscribers. */
    get dataAgeSeconds() {
      const watched = areas().filter(({ subscriberCount }) => subscriberCount > 0)
      const agesSeconds = watched.map(({ dataAgeSeconds }) => dataAgeSeconds)
      return Math.max(0, ...agesSeconds)
    },
    /**
     * Vehicles of the areas with subscribers that this node polls, with the distance from the
     * centre of their area, infinite without a position; one in two areas comes twice.
     */
    *watched() {
      for (const { area, search } of [...entries.values()]) {
        if (area.subscriberCount === 0 || !area.isPolling) continue
        for (const record of area.vehicles()) {
          const { position } = record
          const metres = position ? distanceMetres(search.position, position) : Infinity
          yield { record, distanceMetres: metres }
        }
      }
    },
    /** Lists of the areas with subscribers, whether this node sweeps them or another. */
    *lists() {
      for (const { area, search } of [...entries.values()]) {
        const { meta } = area
        if (area.subscriberCount === 0 || meta === null) continue
        yield {
          search,
          size: area.heldVehicles,
          ageMs: area.dataAgeSeconds * 1000,
          isIncomplete: meta.incomplete !== null,
          vehicles: () => area.vehicles(),
        }
      }
    },
    /** The area of a search, on the node that sweeps it; elsewhere null. */
    polled(search: AreaSearch): PolledArea | null {
      const area = entries.get(nameOf(search))?.area
      return area?.isPolling ? area : null
    },
    /** @throws ProblemError operator-limit, address-limit, capacity-limit */
    subscribe(request: StreamRequest): Subscriber {
      const { area } = request
      const onClose = () => void pages.delete(subscriber)
      const subscriber = area
        ? subscribeToArea({ ...request, area }, onClose)
        : subscribeToTopics(request, onClose)
      if (!request.isOwn) pages.set(subscriber, area !== null)
      return subscriber
    },
  }
}

function nameOf({ position, radius, type }: AreaSearch): string {
  return JSON.stringify([formatPosition(position), radius, type])
}

/**
 * The client of each area: its calls are made in its owner's turn, within the bound of all areas.
 */
function createAreaClients(
  { client, callsPerSecond, clock }: LiveAreasOptions,
  holdings: ReturnType<typeof createHoldings>,
): AreaOptions['client'] {
  const inTurn = createFairQueue({
    ...CONCURRENT_CALLS,
    perSecond: callsPerSecond,
    now: clock.monotonicNow,
    after: clock.after,
  })
  const wholeListsInTurn = createFairQueue(CONCURRENT_WHOLE_LISTS)
  return (area) => {
    function callInTurn<T>(
      more: CallOptions | undefined,
      request: (call: CallOptions) => Promise<T>,
    ): Promise<T> {
      const call = { ...more, owner: holdings.ownerOf(area), isLive: true }
      const queued = () => inTurn(() => request(call), call)
      return call.mayIgnoreLimit ? wholeListsInTurn(queued, call) : queued()
    }
    return {
      searchVehicles: (search, more) =>
        callInTurn(more, (call) => client.searchVehicles(search, call)),
      getVehicleStatus: (id, more) => callInTurn(more, (call) => client.getVehicleStatus(id, call)),
    }
  }
}

function shareOfHeapUsed(): number {
  const { used_heap_size, heap_size_limit } = getHeapStatistics()
  return used_heap_size / heap_size_limit
}
