import type { Changes } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import type { RunExclusive } from '@/lib/app/fair-queue'
import type { Progress } from '@/lib/live/polling/sweep'
import type { LoggedEvent, ReadChanges } from '@/lib/live/streaming/event'

/**
 * Shares sweeps between the nodes behind one address: one node polls an area, the
 * others receive its changes.
 */
export interface Cluster {
  /** @param area one name on all nodes */
  join(area: string, node: AreaNode): Membership
  publishPause?(leftMs: number): void
}

export interface ClusterOptions {
  readonly clock: Clock
  readonly newEpoch: () => string
  readonly log: (line: string) => void
  /** The service asked another node for a pause. */
  readonly onPause: (leftMs: number) => void
}

/**
 * One area on one node, as its membership uses it. Calls marked "exclusive" are
 * made within `runExclusive`.
 */
export interface AreaNode {
  /** Version of the list; null before the first. */
  readonly version: Version | null
  readonly runExclusive: RunExclusive
  /** Called at each heartbeat while the leader's are missing. */
  onLeaderLate(): void
  /** Null: another node polls. */
  setSweepInterval(intervalMs: number | null): void
  /** A subscriber of any node asks for fresh data before the next turn. */
  refresh(): void
  /** Exclusive. Applies an update from the leader. */
  receive(update: PeerUpdate): Promise<void>
  /** Exclusive. Gives the unchanged list another version. */
  rename(version: Version): void
  /**
   * Exclusive. The list as a snapshot of the stream, in deflated parts, for a node that has none.
   */
  snapshot(): Iterable<Uint8Array>
  /** Exclusive. Latest progress of the first sweep; null before any. */
  readonly progress: Progress | null
}

/** One node's membership among the nodes that watch an area. */
export interface Membership {
  /**
   * @param intervalMs shortest interval requested on this node, null without subscribers
   * @param arrival a new subscriber, and whether it asks for fresh data; null for none
   */
  setRequestedInterval(intervalMs: number | null, arrival: Arrival | null): void
  /**
   * Exclusive. Publishes a change to the followers before it is applied here.
   * @param make the events of the change with the version of the resulting list
   * @returns these events, with a version that is shared with the
   * followers if they could be reached
   */
  publish(make: (version: Version) => Published): Promise<Published>
  publishProgress(progress: Progress, begins: boolean): void
}

export interface Published {
  readonly changes: Changes
  readonly events: readonly LoggedEvent[]
}

export interface Arrival {
  readonly refresh: boolean
}

export type PeerUpdate =
  /** The parts of a change, or of a snapshot; and how long ago the leader shared it. */
  | { readonly kind: 'changes'; readonly parts: readonly ReadChanges[]; readonly ageMs: number }
  | { readonly kind: 'progress'; readonly progress: Progress; readonly begins: boolean }

/** A node without peers, which always polls. */
export function singleNode(newEpoch: () => string): Cluster {
  return {
    join: (_area, node) => ({
      setRequestedInterval(intervalMs, arrival) {
        if (arrival?.refresh) node.refresh()
        node.setSweepInterval(intervalMs)
      },
      async publish(make) {
        return make(node.version === null ? firstOf(newEpoch()) : following(node.version))
      },
      publishProgress() {},
    }),
  }
}

/**
 * Identifies one state of an area's list, as `epoch.sequence`; equal versions mean equal
 * lists on every node. A sequence continues only where all nodes agree on its predecessor;
 * otherwise a new epoch begins.
 */
export type Version = string

export function firstOf(epoch: string): Version {
  return `${epoch}.0`
}

export function following(version: Version): Version {
  return `${epochOf(version)}.${sequenceOf(version) + 1}`
}

export function epochOf(version: Version): string {
  return version.slice(0, version.lastIndexOf('.'))
}

/** Whether both are of one epoch and the first is the older one. */
export function isBefore(one: Version, other: Version): boolean {
  return epochOf(one) === epochOf(other) && sequenceOf(one) < sequenceOf(other)
}

function sequenceOf(version: Version): number {
  return Number(version.slice(version.lastIndexOf('.') + 1))
}

/**
 * A lease not renewed for this long is lost: long enough for one heartbeat
 * that Redis does not answer.
 */
export const LEASE_MS = 3000
/**
 * A lease with less time left has missed a heartbeat by half a second: its node is probably gone.
 */
export const LATE_LEASE_MS = 1500
/** Log entries and snapshots are deleted after this. */
export const STORED_MS = 60_000
/** Interval at which every node that watches an area registers. */
export const HEARTBEAT_INTERVAL_MS = 1000
/** After a heartbeat without an answer, which takes a second to find out. */
export const HEARTBEAT_RETRY_MS = 500

/**
 * Shared state of the nodes: per area a lease, a change log with a snapshot, and pub/sub. Every
 * operation is atomic; one that rejects may have happened all the same.
 */
export interface Coordinator {
  /** Subscribes to the area's messages, which may get lost: heartbeats make up for them. */
  listen(area: string, onMessage: (message: Message) => void): Promise<void>
  /**
   * Registers this node for the area, and takes or renews the lease unless another node holds it.
   */
  heartbeat(
    area: string,
    request: { readonly intervalMs: number; readonly arrival: Arrival | null },
  ): Promise<LeaseState>
  /** Unregisters this node and releases its lease. */
  leave(area: string): Promise<void>
  /**
   * Appends to the log and notifies all nodes; only for the lease holder. An entry without a body
   * deletes the snapshot, so that snapshot and log together always lead to the newest version.
   * @returns false without the lease, or when `from` is not the newest version
   */
  append(area: string, entry: LogEntry): Promise<boolean>
  /**
   * @returns the entries that follow that version, each with a body; null when
   * the log does not hold them
   */
  read(area: string, after: Version): Promise<readonly ReadEntry[] | null>
  /**
   * Stores the list for nodes that cannot replay the log, for STORED_MS, and trims the log.
   * @param entriesHeld entries to keep, for followers that are slightly behind
   * @returns false without the lease or with another version
   */
  putSnapshot(
    area: string,
    version: Version,
    body: Uint8Array,
    entriesHeld: number,
  ): Promise<boolean>
  snapshot(
    area: string,
  ): Promise<(Stored & { readonly version: Version; readonly body: Uint8Array }) | null>
  sendProgress(area: string, body: Uint8Array): Promise<void>
  /** Records a pause of the service, for all areas. */
  pause(leftMs: number): Promise<void>
  /** Whether the error means an unreachable coordinator, which it has logged itself. */
  isOwn(error: unknown): boolean
}

export interface LogEntry {
  /** Version it applies to; null for a list of a new epoch. */
  readonly from: Version | null
  readonly version: Version
  /** Null when only a snapshot leads to the version. */
  readonly body: Uint8Array | null
}

interface Stored {
  /** Since it was stored, by the coordinator's clock. */
  readonly ageMs: number
}

export interface ReadEntry extends LogEntry, Stored {}

export interface LeaseState {
  readonly isLeader: boolean
  /** Time until the lease expires unless it is renewed. */
  readonly leaseMs: number
  /** The shortest interval requested on any node. */
  readonly intervalMs: number
  /** Other nodes that watch the area. */
  readonly others: number
  /** Newest version in the log; null before the first list. */
  readonly version: Version | null
  /** Time until the snapshot expires; 0 without one. */
  readonly snapshotMs: number
  /** Time left of a pause requested by the service; 0 for none. */
  readonly pausedMs: number
}

export type Message =
  /** The log or the snapshot changed. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'progress'; readonly body: Uint8Array }
  /** The leader left. */
  | { readonly kind: 'vacant' }
  /** A node has a new subscriber. */
  | ({ readonly kind: 'arrived' } & Arrival)
