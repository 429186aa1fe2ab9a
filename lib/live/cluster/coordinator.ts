import type { Version } from '@/lib/live/log/version'
import type { Arrival } from '@/lib/live/polling/sweep-turn'

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
  heartbeat(area: string, request: HeartbeatRequest): Promise<LeaseState>
  /** Unregisters this node and releases its lease. */
  leave(area: string): Promise<void>
  /**
   * Appends to the log and notifies all nodes; only for the lease holder. An entry without a body
   * deletes the snapshot, so that snapshot and log together always lead to the newest version.
   * @returns false without the lease, or when `from` is not the newest version
   */
  append(area: string, entry: StoredEntry): Promise<boolean>
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
  snapshot(area: string): Promise<ReadSnapshot | null>
  sendProgress(area: string, body: Uint8Array): Promise<void>
  /** Records a pause of the service, for all areas. */
  pause(leftMs: number): Promise<void>
  /** Whether the error means an unreachable coordinator, which it has logged itself. */
  isOwn(error: unknown): boolean
}

export interface HeartbeatRequest {
  /** The shortest that a subscriber of this node asks for. */
  readonly intervalMs: number
  /** A new subscriber; null for none. */
  readonly arrival: Arrival | null
}

/** A log entry as it is stored, encrypted. */
export interface StoredEntry {
  /** Version it applies to; null for a list of a new epoch. */
  readonly from: Version | null
  readonly version: Version
  /** Null when only a snapshot leads to the version. */
  readonly body: Uint8Array | null
}

interface Aged {
  /** Since it was stored, by the coordinator's clock. */
  readonly ageMs: number
}

export interface ReadEntry extends StoredEntry, Aged {}

export interface ReadSnapshot extends Aged {
  readonly version: Version
  readonly body: Uint8Array
}

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
