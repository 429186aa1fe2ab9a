import type { Progress } from '@/lib/live/polling/sweep'
import { joinDeflated, readChanges } from '@/lib/live/streaming/event'
import type { Encryption } from '@/lib/store/encryption'
import { takeInSteps } from '@/lib/vehicles/steps'
import {
  type AreaNode,
  type Arrival,
  type ClusterOptions,
  type Coordinator,
  epochOf,
  firstOf,
  following,
  HEARTBEAT_INTERVAL_MS,
  HEARTBEAT_RETRY_MS,
  isBefore,
  LATE_LEASE_MS,
  type LeaseState,
  type Membership,
  type Message,
  type Published,
  type Version,
} from './cluster'

export interface MembershipOptions extends ClusterOptions {
  readonly coordinator: Coordinator
  readonly encryption: Encryption
}

/** A node that cannot reach the coordinator for this long polls for itself. */
const UNREACHABLE_MS = 5000
/** A follower that is behind for this long polls for itself. */
const BEHIND_MS = 15_000
/** Log entries between two snapshots; fewer than the log holds. */
const SNAPSHOT_INTERVAL = 16
/** Bytes of log entries between two snapshots: as many as the snapshot has, within these limits. */
const LOG_BYTES = { min: 1024 ** 2, max: 8 * 1024 ** 2 }
/** A snapshot that expires sooner is stored again. */
const SNAPSHOT_RENEWAL_MS = 10_000

type Role = 'none' | 'leader' | 'follower' | 'alone'

/**
 * Cluster membership for one area. The lease holder polls and appends to the log, the others replay
 * it; a node that cannot reach the coordinator for some seconds polls alone under its own epoch.
 */
export class ClusterMembership implements Membership {
  readonly #area: string
  readonly #node: AreaNode
  readonly #options: MembershipOptions
  /** Shortest interval requested on this node; null without subscribers. */
  #requestedMs: number | null = null
  #role: Role = 'none'
  #sweepMs: number | null = null
  #others = 0
  /** Leader: the newest log entry leads to this node's list. */
  #isInStep = false
  /** Leader: the followers need a new snapshot. */
  #isSnapshotDue = true
  /** Leader: log entries since the snapshot, and their size. */
  #sinceSnapshot = { entries: 0, bytes: 0 }
  #snapshotBytes = 0
  /** Epoch of lists that were never shared. */
  #ownEpoch: string | null = null
  #behind: { readonly sinceMs: number; readonly version: Version | null } | null = null
  #reachedAtMs = Number.NEGATIVE_INFINITY
  #isHeartbeatRunning = false
  #isHeartbeatDue = false
  /** Not sent yet. */
  #arrival: Arrival | null = null
  #nextHeartbeatMs = HEARTBEAT_INTERVAL_MS
  #cancelHeartbeat = () => {}

  constructor(area: string, node: AreaNode, options: MembershipOptions) {
    this.#area = area
    this.#node = node
    this.#options = options
  }

  setRequestedInterval(intervalMs: number | null, arrival: Arrival | null): void {
    const before = this.#requestedMs
    this.#requestedMs = intervalMs
    if (arrival) this.#arrival = { refresh: arrival.refresh || (this.#arrival?.refresh ?? false) }
    if (intervalMs === null && before !== null) this.#leave()
    else if (arrival || intervalMs !== before) void this.#heartbeat()
  }

  async publish(make: (version: Version) => Published): Promise<Published> {
    const published = this.#role === 'leader' ? await this.#append(make) : null
    if (published === null) return make(this.#ownVersion())
    this.#queueSnapshot()
    return published
  }

  publishProgress(progress: Progress, begins: boolean): void {
    if (this.#role !== 'leader' || this.#others === 0) return
    // Exclusive, to keep the order: encrypting one may take longer than the next.
    this.#inBackground(async () => {
      const text = JSON.stringify({ progress, begins })
      const body = await this.#options.encryption.encrypt(text, `${this.#area} progress`)
      await this.#options.coordinator.sendProgress(this.#area, body)
    })
  }

  async #heartbeat(): Promise<void> {
    this.#isHeartbeatDue = true
    if (this.#isHeartbeatRunning) return
    this.#isHeartbeatRunning = true
    this.#cancelHeartbeat()
    while (this.#isHeartbeatDue && this.#requestedMs !== null) {
      this.#isHeartbeatDue = false
      const arrival = this.#arrival
      this.#arrival = null
      await this.#renewLease(arrival).catch(() => this.#onUnreachable(arrival))
    }
    this.#isHeartbeatRunning = false
    if (this.#requestedMs === null) return
    this.#cancelHeartbeat = this.#options.clock.after(this.#nextHeartbeatMs, () =>
      this.#heartbeat(),
    )
  }

  async #renewLease(arrival: Arrival | null): Promise<void> {
    const { coordinator, clock, onPause } = this.#options
    await coordinator.listen(this.#area, this.#onMessage)
    if (this.#requestedMs === null) return
    const lease = await coordinator.heartbeat(this.#area, {
      intervalMs: this.#requestedMs,
      arrival,
    })
    if (this.#requestedMs === null) return
    this.#reachedAtMs = clock.now()
    if (lease.pausedMs > 0) onPause(lease.pausedMs)
    this.#nextHeartbeatMs = Math.min(HEARTBEAT_INTERVAL_MS, lease.leaseMs + 1)
    if (!lease.isLeader && lease.leaseMs < LATE_LEASE_MS) this.#node.onLeaderLate()
    if (lease.isLeader && this.#role === 'leader') this.#lead(lease, arrival)
    else {
      await this.#node.runExclusive(async () => {
        if (this.#requestedMs === null) return
        if (lease.isLeader) await this.#becomeLeader(lease, arrival)
        else this.#follow(lease, this.#requestedMs)
      })
    }
  }

  readonly #onMessage = (message: Message): void => {
    if (this.#requestedMs === null) return
    const isLeader = this.#role === 'leader'
    if (message.kind === 'arrived' && isLeader) {
      if (message.refresh) this.#node.refresh()
      this.#shareProgress()
      void this.#heartbeat()
    } else if (message.kind === 'vacant' && !isLeader) void this.#heartbeat()
    else if (message.kind === 'changed' && !isLeader) this.#queueCatchUp()
    else if (message.kind === 'progress' && !isLeader) {
      this.#inBackground(() => this.#receiveProgress(message.body))
    }
  }

  async #becomeLeader(lease: LeaseState, arrival: Arrival | null): Promise<void> {
    // Apply the last entries of the previous leader.
    if (this.#role === 'follower') await this.#catchUp().catch(this.#onError)
    if (this.#requestedMs === null) return
    this.#role = 'leader'
    this.#isInStep = lease.version !== null && lease.version === this.#node.version
    this.#isSnapshotDue = true
    // Entries of the previous leader, for followers that have not read them yet.
    this.#sinceSnapshot = { entries: SNAPSHOT_INTERVAL, bytes: 0 }
    this.#behind = null
    this.#others = 0
    this.#lead(lease, arrival)
  }

  #lead({ others, intervalMs, snapshotMs }: LeaseState, arrival: Arrival | null): void {
    const hasGrown = others > this.#others
    this.#others = others
    if (arrival?.refresh) this.#node.refresh()
    this.#setSweepInterval(intervalMs)
    if (hasGrown) this.#shareProgress()
    this.#isSnapshotDue ||= snapshotMs < SNAPSHOT_RENEWAL_MS
    this.#queueSnapshot()
  }

  #follow(lease: LeaseState, requestedMs: number): void {
    const nowMs = this.#options.clock.now()
    const { version } = this.#node
    const isStuck = this.#role === 'alone' || this.#behind?.version === version
    const behind = (isStuck ? this.#behind : null) ?? { sinceMs: nowMs, version }
    this.#behind = lease.version === version ? null : behind
    this.#role = this.#behind && nowMs - behind.sinceMs >= BEHIND_MS ? 'alone' : 'follower'
    this.#setSweepInterval(this.#role === 'alone' ? requestedMs : null)
    if (this.#behind) this.#queueCatchUp()
  }

  #onUnreachable(arrival: Arrival | null): void {
    this.#nextHeartbeatMs = HEARTBEAT_RETRY_MS
    const silentMs = this.#options.clock.now() - this.#reachedAtMs
    if (this.#requestedMs === null || (this.#role !== 'none' && silentMs < UNREACHABLE_MS)) return
    this.#role = 'alone'
    if (arrival?.refresh) this.#node.refresh()
    this.#setSweepInterval(this.#requestedMs)
  }

  #leave(): void {
    this.#cancelHeartbeat()
    this.#role = 'none'
    this.#behind = null
    this.#setSweepInterval(null)
    this.#options.coordinator.leave(this.#area).catch(() => undefined)
  }

  #setSweepInterval(intervalMs: number | null): void {
    if (intervalMs === this.#sweepMs) return
    this.#sweepMs = intervalMs
    this.#node.setSweepInterval(intervalMs)
  }

  /** @returns null when it could not be shared */
  async #append(make: (version: Version) => Published): Promise<Published | null> {
    const from = this.#isInStep ? this.#node.version : null
    const version = from === null ? firstOf(this.#options.newEpoch()) : following(from)
    const published = make(version)
    const isReplayable = from !== null && this.#others > 0
    const body = isReplayable
      ? this.#encrypt('changes', version, joinDeflated(published.events))
      : null
    return (await this.#appendEntry(from, version, body)) ? published : null
  }

  /** @returns whether the list of that version is shared */
  async #appendEntry(
    from: Version | null,
    version: Version,
    body: Uint8Array | null,
  ): Promise<boolean> {
    const entry = { from, version, body }
    this.#isInStep = await this.#options.coordinator.append(this.#area, entry).catch(() => false)
    const since = this.#sinceSnapshot
    since.entries++
    since.bytes += body?.length ?? 0
    const bytesMaximum = Math.min(Math.max(this.#snapshotBytes, LOG_BYTES.min), LOG_BYTES.max)
    const isFull = since.entries >= SNAPSHOT_INTERVAL || since.bytes > bytesMaximum
    this.#isSnapshotDue ||= isFull || body === null || !this.#isInStep
    return this.#isInStep
  }

  #ownVersion(): Version {
    const { version } = this.#node
    if (version !== null && epochOf(version) === this.#ownEpoch) return following(version)
    this.#ownEpoch = this.#options.newEpoch()
    return firstOf(this.#ownEpoch)
  }

  readonly #queueSnapshot = this.#once(() => this.#putSnapshot())

  async #putSnapshot(): Promise<void> {
    if (this.#role !== 'leader' || this.#others === 0 || !this.#isSnapshotDue) return
    if (this.#node.version === null) return
    if (!this.#isInStep) {
      const renamed = firstOf(this.#options.newEpoch())
      if (!(await this.#appendEntry(null, renamed, null))) return
      this.#node.rename(renamed)
    }
    const { version } = this.#node
    const parts = await takeInSteps(this.#node.snapshot(), this.#options.clock)
    const body = this.#encrypt('list', version, Buffer.concat(parts))
    const { entries } = this.#sinceSnapshot
    if (!(await this.#options.coordinator.putSnapshot(this.#area, version, body, entries))) return
    this.#isSnapshotDue = false
    this.#sinceSnapshot = { entries: 0, bytes: 0 }
    this.#snapshotBytes = body.length
  }

  #shareProgress(): void {
    const progress = this.#node.version === null ? this.#node.progress : null
    if (progress) this.publishProgress(progress, true)
  }

  async #receiveProgress(body: Uint8Array): Promise<void> {
    if (this.#node.version !== null) return
    const { progress, begins } = JSON.parse(
      await this.#options.encryption.decrypt(body, `${this.#area} progress`),
    )
    await this.#node.receive({ kind: 'progress', progress, begins })
  }

  readonly #queueCatchUp = this.#once(async () => {
    if (this.#role === 'follower' || this.#role === 'alone') await this.#catchUp()
  })

  /** Replays the log, from the snapshot if need be. */
  async #catchUp(): Promise<void> {
    if (await this.#replay()) return
    const stored = await this.#options.coordinator.snapshot(this.#area)
    if (!stored) return
    const { version, body, ageMs } = stored
    const known = this.#node.version
    if (known === version || (known !== null && isBefore(version, known))) return
    await this.#receive('list', version, body, ageMs)
    await this.#replay()
  }

  /** @returns false when the log does not lead from this node's version to the newest */
  async #replay(): Promise<boolean> {
    const { version } = this.#node
    const entries =
      version === null ? null : await this.#options.coordinator.read(this.#area, version)
    for (const { from, version, body, ageMs } of entries ?? []) {
      if (body === null || from !== this.#node.version) return false
      await this.#receive('changes', version, body, ageMs)
    }
    return entries !== null
  }

  async #receive(
    kind: 'list' | 'changes',
    version: Version,
    body: Uint8Array,
    ageMs: number,
  ): Promise<void> {
    const bytes = this.#options.encryption.decryptBytes(body, this.#purposeOf(kind, version))
    const parts = await takeInSteps(readChanges(bytes), this.#options.clock)
    await this.#node.receive({ kind: 'changes', parts, ageMs })
  }

  #encrypt(kind: string, version: Version, bytes: Uint8Array): Uint8Array {
    return this.#options.encryption.encryptBytes(bytes, this.#purposeOf(kind, version))
  }

  #purposeOf(kind: string, version: Version): string {
    return `${this.#area} ${kind} ${version}`
  }

  /** Queues work unless it is queued already. */
  #once(work: () => Promise<void>): () => void {
    let isQueued = false
    return () => {
      if (isQueued) return
      isQueued = true
      this.#inBackground(async () => {
        isQueued = false
        await work()
      })
    }
  }

  #inBackground(work: () => Promise<void>): void {
    void this.#node.runExclusive(work).catch(this.#onError)
  }

  /** The next heartbeat makes up for work that failed. */
  readonly #onError = (error: unknown): void => {
    if (!this.#options.coordinator.isOwn(error)) this.#options.log(`lib/live: ${error}`)
  }
}
