import type { Clock } from '@/lib/app/clock'
import type { Version } from '@/lib/live/log/version'
import {
  type Arrival,
  createTurnFollowers,
  type SweepTurn,
  type TurnFollower,
} from '@/lib/live/polling/sweep-turn'
import {
  type Coordinator,
  HEARTBEAT_INTERVAL_MS,
  HEARTBEAT_RETRY_MS,
  LATE_LEASE_MS,
  type LeaseState,
  type Message,
} from './coordinator'
import type { SharedLog } from './shared-log'

export interface LeaderElectionOptions {
  readonly clock: Clock
  readonly coordinator: Coordinator
  /** The service asked another node for a pause. */
  readonly onPause: (leftMs: number) => void
}

/** A node that cannot reach the coordinator for this long sweeps for itself. */
const UNREACHABLE_MS = 5000
/** A follower that is behind for this long sweeps for itself. */
const BEHIND_MS = 15_000

/**
 * Elects the node that sweeps an area among those that watch it: the holder of a lease. A
 * node that cannot reach the coordinator for some seconds, or cannot follow, sweeps too.
 */
export class LeaderElection implements SweepTurn {
  readonly #area: string
  readonly #log: SharedLog
  readonly #options: LeaderElectionOptions
  readonly #followers = createTurnFollowers()
  /** Shortest interval requested on this node; null without subscribers. */
  #requestedMs: number | null = null
  /** Of this node's sweeps; null while it does not sweep. */
  #sweepMs: number | null = null
  /** Since when the log has not led to the newest version; null while it does. */
  #behind: { readonly sinceMs: number; readonly version: Version | null } | null = null
  #reachedAtMs = Number.NEGATIVE_INFINITY
  #isHeartbeatRunning = false
  #isHeartbeatDue = false
  /** Not sent yet. */
  #arrival: Arrival | null = null
  #nextHeartbeatMs = HEARTBEAT_INTERVAL_MS
  #cancelHeartbeat = () => {}

  constructor(area: string, log: SharedLog, options: LeaderElectionOptions) {
    this.#area = area
    this.#log = log
    this.#options = options
  }

  follow(follower: TurnFollower): void {
    this.#followers.add(follower)
  }

  request(intervalMs: number | null, arrival: Arrival | null): void {
    const before = this.#requestedMs
    this.#requestedMs = intervalMs
    if (arrival) this.#arrival = { refresh: arrival.refresh || (this.#arrival?.refresh ?? false) }
    if (intervalMs === null && before !== null) this.#leave()
    else if (arrival || intervalMs !== before) void this.#heartbeat()
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
    const request = { intervalMs: this.#requestedMs, arrival }
    const lease = await coordinator.heartbeat(this.#area, request)
    if (this.#requestedMs === null) return
    this.#reachedAtMs = clock.now()
    if (lease.pausedMs > 0) onPause(lease.pausedMs)
    this.#nextHeartbeatMs = Math.min(HEARTBEAT_INTERVAL_MS, lease.leaseMs + 1)
    if (!lease.isLeader && lease.leaseMs < LATE_LEASE_MS) this.#followers.late()
    if (lease.isLeader && this.#log.role === 'leader') this.#lead(lease, arrival)
    else {
      await this.#log.runExclusive(async () => {
        if (this.#requestedMs === null) return
        if (lease.isLeader) await this.#becomeLeader(lease, arrival)
        else this.#followLeader(lease, this.#requestedMs)
      })
    }
  }

  readonly #onMessage = (message: Message): void => {
    if (this.#requestedMs === null) return
    if (this.#log.role === 'leader') {
      if (message.kind === 'arrived') this.#onArrival(message)
      return
    }
    if (message.kind === 'vacant') void this.#heartbeat()
    else if (message.kind === 'changed') this.#log.queueCatchUp()
    else if (message.kind === 'progress') this.#log.receiveProgress(message.body)
  }

  #onArrival({ refresh }: Arrival): void {
    if (refresh) this.#followers.refresh()
    this.#log.resendProgress()
    void this.#heartbeat()
  }

  async #becomeLeader(lease: LeaseState, arrival: Arrival | null): Promise<void> {
    // The last entries of the previous leader.
    if (this.#log.role === 'follower') await this.#log.catchUp()
    if (this.#requestedMs === null) return
    this.#log.lead(lease.version)
    this.#behind = null
    this.#lead(lease, arrival)
  }

  #lead(lease: LeaseState, arrival: Arrival | null): void {
    if (arrival?.refresh) this.#followers.refresh()
    this.#setSweepInterval(lease.intervalMs)
    this.#log.serveFollowers(lease)
  }

  #followLeader(lease: LeaseState, requestedMs: number): void {
    const nowMs = this.#options.clock.now()
    const { version } = this.#log
    const isStuck = this.#log.role === 'alone' || this.#behind?.version === version
    const behind = (isStuck ? this.#behind : null) ?? { sinceMs: nowMs, version }
    this.#behind = lease.version === version ? null : behind
    const isAlone = this.#behind !== null && nowMs - behind.sinceMs >= BEHIND_MS
    this.#log.setRole(isAlone ? 'alone' : 'follower')
    this.#setSweepInterval(isAlone ? requestedMs : null)
    if (this.#behind) this.#log.queueCatchUp()
  }

  #onUnreachable(arrival: Arrival | null): void {
    this.#nextHeartbeatMs = HEARTBEAT_RETRY_MS
    if (this.#requestedMs === null) return
    const silentMs = this.#options.clock.now() - this.#reachedAtMs
    if (this.#log.role !== 'none' && silentMs < UNREACHABLE_MS) return
    this.#log.setRole('alone')
    if (arrival?.refresh) this.#followers.refresh()
    this.#setSweepInterval(this.#requestedMs)
  }

  #leave(): void {
    this.#cancelHeartbeat()
    this.#log.setRole('none')
    this.#behind = null
    this.#setSweepInterval(null)
    this.#options.coordinator.leave(this.#area).catch(() => undefined)
  }

  #setSweepInterval(intervalMs: number | null): void {
    if (intervalMs === this.#sweepMs) return
    this.#sweepMs = intervalMs
    this.#followers.setInterval(intervalMs)
  }
}
