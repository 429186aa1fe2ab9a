import type { AreaSearch, Changes, Departure, LiveMeta, LiveVehicle } from '@/lib/api/contract/live'
import { createFairQueue, type RunExclusive } from '@/lib/app/fair-queue'
import type { AreaNode, Membership, PeerUpdate, Published } from '@/lib/live/cluster/cluster'
import { type AreaPollerOptions, createAreaPoller } from '@/lib/live/polling/area-poller'
import type { Progress, Sweep } from '@/lib/live/polling/sweep'
import { VehicleList } from '@/lib/live/polling/vehicle-list'
import { deflatedParts, encodeChanges, encodeEvent, joinDeflated } from '@/lib/live/streaming/event'
import { EventLog } from '@/lib/live/streaming/event-log'
import { inSteps } from '@/lib/vehicles/steps'
import {
  type Difference,
  isEmpty,
  noDifference,
  snapshotOf,
  VehicleTable,
} from '@/lib/vehicles/vehicle-table'
import { type Annotations, annotateProgress, annotateSweep } from './annotations'
import { createAreaStatus, type OnFailing } from './area-status'
import { type AreaObserver, observeFrames } from './observed-frames'
import { createSubscriber, createSubscribers, type Subscriber } from './streaming/subscribers'

export interface AreaOptions
  extends Pick<AreaPollerOptions, 'clock' | 'limits' | 'vehiclesMaximum' | 'refreshMs' | 'log'> {
  readonly client: (area: Area) => AreaPollerOptions['client']
  /** Vehicles that this area may hold now, within the shares of its watchers. */
  readonly room: (area: Area) => number
  readonly join: (node: AreaNode) => Membership
  readonly annotations?: Annotations
  readonly onSweep?: (outcome: string, seconds: number) => void
  readonly onFailing?: OnFailing
  readonly observer?: AreaObserver | null
  readonly onEmpty: () => void
}

export interface SubscribeOptions {
  readonly intervalMs: number
  /** Whether it asks for fresh data before the next turn. */
  readonly refresh: boolean
  /** Event to resume after; null for a snapshot. */
  readonly lastEventId: string | null
  readonly gzip: boolean
  /** Called once, whether the client or the server closed it. */
  readonly onClose?: () => void
}

// Sweeps that all stop at the cap would let the list grow for ever, since only a
// settled one removes vehicles.
const KEPT_PER_CAP = 2

type Listed = Pick<Changes, 'atMs' | 'meta' | 'version'> & Pick<VehicleTable, 'records'>

/** One search area: its list of vehicles, the polling that keeps it fresh, and its subscribers. */
export class Area implements AreaNode {
  readonly #options: AreaOptions
  readonly #annotations: Annotations
  readonly #list: VehicleList
  readonly #subscribers: ReturnType<typeof createSubscribers>
  readonly #poller: ReturnType<typeof createAreaPoller>
  readonly #status: ReturnType<typeof createAreaStatus>
  readonly #log: EventLog
  readonly #membership: Membership
  readonly #frames: ReturnType<typeof observeFrames>
  /** Serialises every change of the list. */
  readonly runExclusive: RunExclusive = createFairQueue({ permits: 1 })
  #isPolling = false
  /**
   * The newest whole list, until the next one is made of it in steps: what is opened
   * meanwhile begins with it.
   */
  #before: Listed | null = null
  progress: Progress | null = null

  constructor(search: AreaSearch, options: AreaOptions) {
    const { clock, vehiclesMaximum, log, onFailing = () => undefined } = options
    this.#options = options
    this.#annotations = options.annotations ?? {}
    const room = () => options.room(this)
    const keptMaximum = () => Math.min(KEPT_PER_CAP * vehiclesMaximum, room())
    this.#list = new VehicleList(search, keptMaximum, clock)
    this.#subscribers = createSubscribers(clock, log)
    this.#frames = observeFrames(options.observer, clock, () => this.#subscribers.count > 0)
    this.#poller = createAreaPoller(search, {
      ...options,
      client: options.client(this),
      room,
      isFirst: () => this.version === null,
      onProgress: (progress, begins) =>
        this.#publishProgress(annotateProgress(progress, this.#annotations), begins),
      onSweep: (sweep) => this.runExclusive(() => this.#onSweep(sweep)),
      onStatuses: (answers, refused) => this.runExclusive(() => this.#onStatuses(answers, refused)),
    })
    const { reportTimes } = this.#annotations
    this.#status = createAreaStatus(
      clock,
      this.#list,
      this.#poller.scheduler,
      onFailing,
      reportTimes,
    )
    this.#log = new EventLog(clock, () => this.#asChanges())
    this.#membership = options.join(this)
  }

  get subscriberCount(): number {
    return this.#subscribers.count
  }

  get heldVehicles(): number {
    return Math.max(this.#list.size, this.#poller.collected)
  }

  get isPolling(): boolean {
    return this.#isPolling
  }

  vehicles(): Iterable<LiveVehicle> {
    return this.#list.table.vehicles()
  }

  /** 0 before the first page. */
  get dataAgeSeconds(): number {
    return this.#status.ageMs() / 1000
  }

  subscribe(options: SubscribeOptions): Subscriber {
    const { intervalMs, refresh, lastEventId, gzip } = options
    const next = this.#log.open(lastEventId)
    const onClose = () => {
      options.onClose?.()
      if (!this.#subscribers.remove(subscriber)) return
      this.#membership.setRequestedInterval(this.#subscribers.intervalMs(), null)
      if (this.#subscribers.count === 0) this.#options.onEmpty()
    }
    const subscriber = createSubscriber(next, this.#options.clock, gzip, onClose)
    this.#subscribers.add(subscriber, intervalMs)
    this.#membership.setRequestedInterval(this.#subscribers.intervalMs(), { refresh })
    return subscriber
  }

  /** Releases its memory at once, whatever still refers to it: closed streams do for a while. */
  end(): void {
    this.#frames.endNow()
    this.#list.clear()
    this.#before = null
    this.#log.clear()
  }

  get version(): string | null {
    return this.#log.version
  }

  onLeaderLate(): void {
    const { encoded } = encodeEvent('takeover', null, { atMs: this.#options.clock.now() })
    this.#subscribers.notify(encoded)
  }

  setSweepInterval(intervalMs: number | null): void {
    const wasPolling = this.#isPolling
    this.#isPolling = intervalMs !== null
    if (this.#isPolling) {
      this.#frames.goOn(this.version)
      this.#showPause()
    } else if (wasPolling) this.#frames.pause()
    this.#poller.setIntervalMs(intervalMs)
  }

  refresh(): void {
    this.#poller.scheduler.refresh()
  }

  snapshot(): Iterable<Uint8Array> {
    return deflatedParts(this.#asChanges())
  }

  async #onSweep(sweep: Sweep): Promise<void> {
    // Another node became the leader meanwhile, and has published something newer.
    if (!this.#isPolling) return
    const annotate = annotateSweep(this.#annotations, sweep, this.#status.wholeAtMs)
    const found = await this.#list.compare(sweep, annotate)
    const { startedAtMs = 0, endedAtMs = 0 } = this.#poller.scheduler.last ?? {}
    const outcome = sweep.failure?.kind ?? sweep.incomplete ?? 'ok'
    this.#options.onSweep?.(outcome, (endedAtMs - startedAtMs) / 1000)
    this.#hold()
    this.#status.add({ ...sweep, isSettled: found.isSettled })
    const failure = this.#status.failure()
    if (this.version === null && sweep.pages === 0)
      return this.#publishProgress({ loaded: 0, about: null, vehicles: [], failure }, true)
    await this.#publish(found.difference, [], found.size)
    if (sweep.incomplete !== null) return
    this.#poller.askStatuses(() => (found.left.length > 0 ? found.left : this.#list.chooseMissed()))
  }

  async #onStatuses(answers: readonly Departure[], refused: number): Promise<void> {
    if (!this.#isPolling) return
    const atMs = this.#options.clock.now()
    const arrivals = [{ vehicles: answers.length, atMs }]
    const annotate = annotateSweep(this.#annotations, { arrivals }, this.#status.wholeAtMs)
    const { incomplete } = this.#status.meta()
    // An incomplete sweep since then removes nothing.
    const taken =
      incomplete === null ? answers : answers.filter(({ id }) => !this.#list.table.has(id))
    const found = await this.#list.take(taken, refused, annotate, atMs)
    if (found.departures.length === 0 && isEmpty(found.difference)) return
    this.#hold()
    await this.#publish(found.difference, found.departures, found.size)
  }

  /**
   * Applied here only after publishing (or failing to), so that a version always denotes one list.
   */
  async #publish(
    difference: Difference,
    departures: readonly Departure[],
    loaded: number,
  ): Promise<void> {
    const published = await this.#membership.publish((version) =>
      this.#changesTo(version, difference, departures, this.#status.meta(loaded)),
    )
    await inSteps(this.#list.table.apply(published.changes), this.#options.clock)
    this.#append(published, this.#options.clock.now())
  }

  rename(version: string): void {
    const { table } = this.#list
    const renamed = this.#changesTo(version, noDifference, [], this.#status.meta())
    table.version = version
    this.#append(renamed, this.#options.clock.now())
  }

  #changesTo(
    version: string,
    difference: Difference,
    departures: readonly Departure[],
    meta: LiveMeta,
  ) {
    const head = { version, after: this.#list.table.version, atMs: this.#options.clock.now() }
    const changes: Changes = { ...head, meta, departures, ...difference }
    return { changes, events: encodeChanges(changes) }
  }

  /** @param writtenAtMs on this node's clock */
  #append({ changes, events }: Published, writtenAtMs: number): void {
    const { version, after, meta, atMs } = changes
    const written = events.map((event) => ({ ...event, writtenAtMs }))
    this.#before = null
    if (after === null) this.#log.begin(version)
    else this.#log.append(written, version, meta.loaded)
    this.#subscribers.wake()
    if (!this.#isPolling) return
    this.#frames.add({
      ...{ version, atMs, meta },
      deflated: after === null ? null : joinDeflated(events),
      snapshot: () => deflatedParts(this.#asChanges(this.#listed({ atMs, meta }))),
      vehicles: () => this.#list.table.vehicles(),
    })
  }

  /** @param at of a list that is whole */
  #listed(at = { atMs: this.#options.clock.now(), meta: this.#status.meta() }): Listed {
    const { version, records } = this.#list.table
    return { ...at, version: version as string, records }
  }

  #hold(): void {
    if (this.version === null) return
    // After a failure it is held already, and the table may be half of another list.
    this.#before ??= { ...this.#listed(), records: [...this.#list.table.records] }
  }

  /** A whole list, also while the next one is made of it, and where it changes meanwhile. */
  #asChanges({ records, ...listed } = this.#before ?? this.#listed()): Changes {
    return { ...listed, after: null, departures: [], ...snapshotOf(records) }
  }

  #publishProgress(progress: Progress, begins: boolean): void {
    this.#showProgress(progress, begins)
    this.#membership.publishProgress(progress, begins)
  }

  #showProgress(progress: Progress, begins: boolean): void {
    if (this.version !== null) return
    this.#log.addProgress({ ...progress, atMs: this.#options.clock.now() }, begins)
    this.progress = progress
    this.#subscribers.wake()
  }

  /** Sends the reason of a pause to a client that connects during it. */
  #showPause(): void {
    const { clock, limits } = this.#options
    const retryAfterMs = limits.pausedUntilMs - clock.monotonicNow()
    if (retryAfterMs <= 0 || this.version !== null || this.#poller.scheduler.last) return
    const since = new Date(clock.now()).toISOString()
    const failure = { kind: 'rate-limited', since, retryAfterMs, requestId: null } as const
    this.#showProgress({ loaded: 0, about: null, vehicles: [], failure }, true)
  }

  async receive(update: PeerUpdate): Promise<void> {
    if (update.kind === 'progress') return this.#showProgress(update.progress, update.begins)
    const { parts, ageMs } = update
    const after = parts[0]?.changes.after ?? null
    const last = parts.at(-1)?.changes
    if (!last) return
    // A snapshot replaces the list, whose slots are this node's own or of another time.
    const table = after === null ? new VehicleTable() : this.#list.table
    this.#hold()
    for (const { changes } of parts) await inSteps(table.apply(changes), this.#options.clock)
    this.#list.adopt(table)
    this.#status.adopt(last.meta, ageMs)
    this.#annotations.reportTimes?.adopt(last.meta.mtimeServes)
    const events = parts.map(({ event }) => event())
    this.#append({ changes: { ...last, after }, events }, this.#options.clock.now() - ageMs)
  }
}
