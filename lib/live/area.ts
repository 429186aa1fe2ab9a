import type { AreaSearch, Departure, LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import type { ChangeLog, ListChange, LogEntry } from '@/lib/live/log/change-log'
import { type AreaClient, createAreaPoller } from '@/lib/live/polling/area-poller'
import { ListComparison } from '@/lib/live/polling/list-comparison'
import type { Progress, ServiceLimits, Sweep } from '@/lib/live/polling/sweep'
import type { SweepTurn } from '@/lib/live/polling/sweep-turn'
import { encodeEvent, joinDeflated } from '@/lib/live/streaming/event'
import { isEmpty } from '@/lib/vehicles/difference'
import { type Annotations, annotateProgress, annotateSweep } from './annotations'
import { createAreaStatus, type OnFailing } from './area-status'
import { type AreaObserver, observeFrames } from './observed-frames'
import { createSubscriber, createSubscribers, type Subscriber } from './streaming/subscribers'
import { openTopics, type TopicRequest } from './topics/topics'

export interface AreaOptions {
  /** Its changes, of this node's sweeps or of another's. */
  readonly changeLog: ChangeLog
  /** Whether and how often this node sweeps it. */
  readonly turn: SweepTurn
  readonly client: (area: Area) => AreaClient
  readonly clock: Clock
  readonly limits: ServiceLimits
  readonly vehiclesMaximum: number
  /** Vehicles that this area may hold now, within the shares of its watchers. */
  readonly room: (area: Area) => number
  /** Least time between the starts of two sweeps that a refresh can cause. */
  readonly refreshMs: number
  readonly log: (line: string) => void
  readonly annotations?: Annotations
  readonly onSweep?: (outcome: string, seconds: number) => void
  readonly onFailing?: OnFailing
  readonly observer?: AreaObserver | null
  readonly onEmpty: () => void
}

/** How a subscriber takes an area's stream. */
export interface StreamOptions {
  /** Whether it asks for fresh data before the next turn. */
  readonly refresh: boolean
  /** Event of the area to resume after; null for a snapshot. */
  readonly lastEventId: string | null
  /** Topics that the stream carries between the events of the area. */
  readonly topics: readonly TopicRequest[]
  readonly gzip: boolean
}

export interface SubscribeOptions extends StreamOptions {
  readonly intervalMs: number
  /** Called once, whether the client or the server closed it. */
  readonly onClose?: () => void
}

// Sweeps that all stop at the cap would let the list grow for ever, since only a
// settled one removes vehicles.
const KEPT_PER_CAP = 2

/**
 * One search area. What its sweeps change it appends to its log; what it shows its subscribers it
 * reads from there.
 */
export class Area {
  readonly #options: AreaOptions
  readonly #annotations: Annotations
  readonly #log: ChangeLog
  readonly #comparison: ListComparison
  readonly #subscribers: ReturnType<typeof createSubscribers>
  readonly #poller: ReturnType<typeof createAreaPoller>
  readonly #status: ReturnType<typeof createAreaStatus>
  readonly #frames: ReturnType<typeof observeFrames>
  #isPolling = false

  constructor(search: AreaSearch, options: AreaOptions) {
    const { changeLog, turn, clock, limits, vehiclesMaximum, log } = options
    this.#options = options
    this.#annotations = options.annotations ?? {}
    this.#log = changeLog
    const room = () => options.room(this)
    this.#comparison = new ListComparison(search, {
      list: () => changeLog.list,
      keptMaximum: () => Math.min(KEPT_PER_CAP * vehiclesMaximum, room()),
      clock,
    })
    this.#subscribers = createSubscribers(clock, log)
    this.#frames = observeFrames(options.observer, clock, () => this.#subscribers.count > 0)
    turn.follow({
      onInterval: (intervalMs) => this.#onInterval(intervalMs),
      onLate: () => this.#notifyLate(),
    })
    this.#poller = createAreaPoller(search, {
      turn,
      client: options.client(this),
      clock,
      limits,
      vehiclesMaximum,
      room,
      refreshMs: options.refreshMs,
      log,
      isFirst: () => changeLog.version === null,
      onProgress: (progress, begins) =>
        changeLog.appendProgress(annotateProgress(progress, this.#annotations), begins),
      onSweep: (sweep) => changeLog.runExclusive(() => this.#onSweep(sweep)),
      onStatuses: (answers, refused) =>
        changeLog.runExclusive(() => this.#onStatuses(answers, refused)),
    })
    this.#status = createAreaStatus({
      clock,
      scheduler: this.#poller.scheduler,
      onFailing: options.onFailing,
      reportTimes: this.#annotations.reportTimes,
    })
    changeLog.read({
      onEntry: (entry) => this.#onEntry(entry),
      onProgress: () => this.#subscribers.wake(),
    })
  }

  get subscriberCount(): number {
    return this.#subscribers.count
  }

  get heldVehicles(): number {
    return Math.max(this.#log.list.size, this.#poller.collected)
  }

  get isPolling(): boolean {
    return this.#isPolling
  }

  /** Of its list; null before the first. */
  get meta(): LiveMeta | null {
    return this.#log.version === null ? null : this.#status.meta(this.#log.list.size)
  }

  vehicles(): Iterable<LiveVehicle> {
    return this.#log.list.vehicles()
  }

  /** 0 before the first page. */
  get dataAgeSeconds(): number {
    return this.#status.ageMs() / 1000
  }

  subscribe(options: SubscribeOptions): Subscriber {
    const { intervalMs, refresh, lastEventId, gzip } = options
    const { turn, clock, onEmpty } = this.#options
    const topics = openTopics(options.topics, () => subscriber.wake())
    const nextOfArea = this.#log.open(lastEventId)
    const next = () => {
      const events = topics.next()
      return events.length > 0 ? events : nextOfArea()
    }
    const onClose = () => {
      topics.close()
      options.onClose?.()
      if (!this.#subscribers.remove(subscriber)) return
      turn.request(this.#subscribers.intervalMs(), null)
      if (this.#subscribers.count === 0) onEmpty()
    }
    const subscriber = createSubscriber(next, clock, gzip, onClose)
    this.#subscribers.add(subscriber, intervalMs)
    turn.request(this.#subscribers.intervalMs(), { refresh })
    return subscriber
  }

  /** Releases its memory at once, whatever still refers to it: closed streams do for a while. */
  end(): void {
    this.#frames.endNow()
    this.#comparison.clear()
    this.#log.clear()
  }

  #onInterval(intervalMs: number | null): void {
    const wasPolling = this.#isPolling
    this.#isPolling = intervalMs !== null
    if (this.#isPolling) {
      this.#frames.goOn(this.#log.version)
      this.#showPause()
    } else if (wasPolling) this.#frames.pause()
  }

  #notifyLate(): void {
    const { encoded } = encodeEvent('takeover', null, { atMs: this.#options.clock.now() })
    this.#subscribers.notify(encoded)
  }

  async #onSweep(sweep: Sweep): Promise<void> {
    // Another node became the leader meanwhile, and has published something newer.
    if (!this.#isPolling) return
    const annotate = annotateSweep(this.#annotations, sweep, this.#status.wholeAtMs)
    const found = await this.#comparison.compareSweep(sweep, annotate)
    this.#reportSweep(sweep)
    this.#status.add({ ...sweep, isSettled: found.isSettled })
    if (this.#log.version === null && sweep.pages === 0) {
      this.#showFailure(this.#status.failure())
      return
    }
    await this.#append({
      difference: found.difference,
      departures: [],
      meta: this.#status.meta(found.size),
    })
    if (sweep.incomplete !== null) return
    this.#poller.askStatuses(() =>
      found.left.length > 0 ? found.left : this.#comparison.chooseAsked(),
    )
  }

  #reportSweep({ failure, incomplete }: Sweep): void {
    const { startedAtMs = 0, endedAtMs = 0 } = this.#poller.scheduler.last ?? {}
    const outcome = failure?.kind ?? incomplete ?? 'ok'
    this.#options.onSweep?.(outcome, (endedAtMs - startedAtMs) / 1000)
  }

  async #onStatuses(answers: readonly Departure[], refused: number): Promise<void> {
    if (!this.#isPolling) return
    const atMs = this.#options.clock.now()
    const arrivals = [{ vehicles: answers.length, atMs }]
    const annotate = annotateSweep(this.#annotations, { arrivals }, this.#status.wholeAtMs)
    const { incomplete } = this.#status.meta(this.#log.list.size)
    // An incomplete sweep since then removes nothing.
    const used = incomplete === null ? answers : answers.filter(({ id }) => !this.#log.list.has(id))
    const found = await this.#comparison.compareStatuses(used, refused, annotate, atMs)
    const { difference, departures, size } = found
    if (departures.length === 0 && isEmpty(difference)) return
    await this.#append({ difference, departures, meta: this.#status.meta(size) })
  }

  async #append(change: ListChange): Promise<void> {
    const version = await this.#log.append(change)
    this.#comparison.applied(version)
  }

  #onEntry(entry: LogEntry): void {
    const { version, after, atMs, meta, writtenAtMs, parts } = entry
    // The status that this node's sweeps lead to says more than its metadata.
    if (!this.#isPolling) {
      this.#status.adopt(meta, writtenAtMs)
      this.#annotations.reportTimes?.adopt(meta.mtimeServes)
    }
    this.#subscribers.wake()
    if (!this.#isPolling) return
    this.#frames.add({
      version,
      atMs,
      meta,
      deflated: after === null ? null : joinDeflated(parts),
      snapshot: () => this.#log.snapshot(entry),
      vehicles: () => this.vehicles(),
    })
  }

  #showFailure(failure: Progress['failure']): void {
    this.#log.appendProgress({ loaded: 0, about: null, vehicles: [], failure }, true)
  }

  /** Sends the reason of a pause to a client that connects during it. */
  #showPause(): void {
    const { clock, limits } = this.#options
    const retryAfterMs = limits.pausedUntilMs - clock.monotonicNow()
    if (retryAfterMs <= 0 || this.#log.version !== null || this.#poller.scheduler.last) return
    const since = new Date(clock.now()).toISOString()
    this.#showFailure({ kind: 'rate-limited', since, retryAfterMs, requestId: null })
  }
}
