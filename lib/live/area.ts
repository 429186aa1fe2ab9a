import type { AreaSearch, LiveDelta, LiveProgress } from '@/lib/contract/live'
import type { AreaNode, Cluster, Membership, PeerUpdate } from '@/lib/live/cluster/cluster'
import { type AreaPollerOptions, createAreaPoller } from '@/lib/live/polling/area-poller'
import type { Departures } from '@/lib/live/polling/departure-reasons'
import { createSemaphore } from '@/lib/live/polling/semaphore'
import type { ServiceLimits, Sweep } from '@/lib/live/polling/sweep'
import { createVehicleList, type ListDiff } from '@/lib/live/polling/vehicle-list'
import { createEventLog } from '@/lib/live/streaming/event-log'
import { createSubscriber, type Subscriber } from '@/lib/live/streaming/subscriber'
import { createSubscribers } from '@/lib/live/streaming/subscribers'
import { createAreaStatus, type OnFailing } from './area-status'
import type { Clock } from './clock'

export interface AreaOptions {
  readonly client: AreaPollerOptions['client']
  readonly clock: Clock
  readonly manners: ServiceLimits
  readonly vehiclesMaximum: number
  readonly join: (node: AreaNode) => ReturnType<Cluster['join']>
  readonly log: (line: string) => void
  readonly onSweep?: (outcome: string, seconds: number) => void
  readonly onFailing?: OnFailing
  /** The last reader left. */
  readonly onEmpty: () => void
}

/** An area that somebody looks at. */
export interface Area {
  readonly readers: number
  /** Whether this node asks the service. */
  readonly sweeps: boolean
  /** 0 before the first page. */
  readonly dataAgeSeconds: number
  open(wish: SubscribeOptions): Subscriber
}

export interface SubscribeOptions {
  readonly intervalMs: number
  /** Where the reader wants to go on; null for the beginning. */
  readonly lastEventId: string | null
  readonly gzip: boolean
}

type Changes = Pick<LiveDelta, 'upserts' | 'removed' | 'departures'>

export function createArea(area: AreaSearch, options: AreaOptions): Area {
  const { client, clock, manners, vehiclesMaximum, log, onEmpty } = options
  const known = createVehicleList(vehiclesMaximum, clock)
  const readers = createSubscribers(clock, log)
  const inTurn = createSemaphore(1)
  let sweeps = false
  let latestProgress: LiveProgress | null = null

  const isFirst = () => !feed.hasBegun
  const sweeping = createAreaPoller(area, {
    client,
    clock,
    manners,
    vehiclesMaximum,
    log,
    isFirst,
    onProgress: tellProgress,
    onSweep: (result) => inTurn(() => onSweep(result)),
    onDepartures: (departures) => inTurn(() => onDepartures(departures)),
  })
  const { sweeper } = sweeping
  const news = createAreaStatus(clock, known, sweeper, options.onFailing ?? (() => undefined))
  const feed = createEventLog({ clock, records: known.records, meta: news.meta })

  async function onSweep(result: Sweep): Promise<void> {
    // Another node sweeps by now, and has told more than this knows.
    if (!sweeps) return
    const { difference, take, size } = await known.compare(result)
    const { startedAtMs = 0, endedAtMs = 0 } = sweeper.last ?? {}
    const outcome = result.failure?.kind ?? result.incomplete ?? 'ok'
    options.onSweep?.(outcome, (endedAtMs - startedAtMs) / 1000)
    news.take(result)
    if (!feed.hasBegun && result.pages === 0) {
      tellProgress({ loaded: 0, about: null, vehicles: [], failure: news.failure() }, true)
      return
    }
    const { upserts, removed, left } = difference
    await change({ upserts, removed, departures: [] }, take, size)
    if (left.length > 0) sweeping.askWhy(left)
  }

  /** `take` makes it ours: only when the others were told, or could not be, so that one name is one list. */
  async function change(difference: Changes, take: ListDiff['take'], loaded: number): Promise<void> {
    const version = await post.tell({ ...difference, meta: news.meta(loaded) })
    take()
    if (feed.hasBegun) feed.publish(difference, version)
    else feed.begin(version)
    readers.wake()
  }

  async function onDepartures(found: Departures['departures']): Promise<void> {
    // One that is back by now did not leave.
    const departures = found.filter(({ id }) => !known.has(id))
    if (departures.length === 0 || !sweeps) return
    await change({ upserts: [], removed: [], departures }, () => undefined, known.size)
  }

  function tellProgress(progress: LiveProgress, begins: boolean): void {
    showProgress(progress, begins)
    post.tellProgress(progress, begins)
  }

  function showProgress(progress: LiveProgress, begins: boolean): void {
    if (feed.hasBegun) return
    feed.progress(progress, begins)
    latestProgress = progress
    readers.wake()
  }

  async function onTold(told: PeerUpdate): Promise<void> {
    if (told.kind === 'progress') {
      showProgress(told.progress, told.begins)
      return
    }
    if (told.kind === 'change') {
      const { meta, ...changes } = told.change
      known.apply(changes)
      news.adopt(meta)
      feed.publish(changes, told.version)
    } else {
      const vehicles = new Map(told.list.records.map((record) => [record.id, record]))
      const { difference, take } = await known.compare({ vehicles, incomplete: null, dropped: 0 })
      take()
      news.adopt(told.list.meta)
      const { upserts, removed } = difference
      if (feed.hasBegun) feed.publish({ upserts, removed, departures: [] }, told.version)
      else feed.begin(told.version)
    }
    readers.wake()
  }

  const post: Membership = options.join({
    inTurn,
    onTold,
    onRefresh: sweeper.refresh,
    get version() {
      return feed.version
    },
    onDuty(intervalMs) {
      sweeps = intervalMs !== null
      if (sweeps) tellPause()
      sweeping.setIntervalMs(intervalMs)
    },
    onRenamed(version) {
      feed.publish({ upserts: [], removed: [], departures: [] }, version)
      readers.wake()
    },
    list: () => ({ records: known.records(), meta: news.meta() }),
    progress: () => latestProgress,
  })

  /** Who opens an area while the service is left alone learns why nothing comes. */
  function tellPause(): void {
    const retryAfterMs = manners.pausedUntilMs - clock.steadyNow()
    if (retryAfterMs <= 0 || feed.hasBegun || sweeper.last) return
    const since = new Date(clock.now()).toISOString()
    const failure = { kind: 'rate-limited', since, retryAfterMs, requestId: null } as const
    showProgress({ loaded: 0, about: null, vehicles: [], failure }, true)
  }

  function leave(reader: Subscriber): void {
    if (!readers.remove(reader)) return
    post.setWish(readers.intervalMs(), false)
    if (readers.count === 0) onEmpty()
  }

  return {
    get readers() {
      return readers.count
    },
    get sweeps() {
      return sweeps
    },
    get dataAgeSeconds() {
      return news.ageMs() / 1000
    },
    open({ intervalMs, lastEventId, gzip }) {
      const place = feed.open(lastEventId)
      const reader = createSubscriber({ place, clock, gzip, onClose: () => leave(reader) })
      readers.add(reader, intervalMs)
      post.setWish(readers.intervalMs(), true)
      return reader
    },
  }
}
