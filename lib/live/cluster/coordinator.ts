import type { Version } from '@/lib/live/streaming/version'
import type { Arrival } from './cluster'

/**
 * Shared state of the nodes: per area a lease, a change log with a snapshot, and pub/sub. Every operation is atomic;
 * one that rejects may have happened all the same.
 */
export interface Coordinator {
  /** Subscribes to the area's messages, which may get lost: heartbeats make up for them. */
  listen(area: string, onMessage: (message: Message) => void): Promise<void>
  /** Registers this node for the area, and takes or renews the lease unless another node holds it. */
  heartbeat(
    area: string,
    request: { readonly intervalMs: number; readonly arrival: Arrival | null },
  ): Promise<LeaseState>
  /** Unregisters this node and releases its lease. */
  leave(area: string): Promise<void>
  /**
   * Appends to the log and notifies all nodes; only for the lease holder. An entry without a body deletes the
   * snapshot, so that snapshot and log together always lead to the newest version.
   * @returns false without the lease, or when `from` is not the newest version
   */
  append(area: string, entry: LogEntry): Promise<boolean>
  /** @returns the entries that follow that version, each with a body; null when the log does not hold them */
  read(area: string, after: Version): Promise<readonly ReadEntry[] | null>
  /**
   * Stores the list for nodes that cannot replay the log, for STORED_MS, and trims the log.
   * @param entriesHeld entries to keep, for followers that are slightly behind
   * @returns false without the lease or with another version
   */
  putSnapshot(area: string, version: Version, body: Uint8Array, entriesHeld: number): Promise<boolean>
  snapshot(area: string): Promise<StoredSnapshot | null>
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

export interface StoredSnapshot extends Stored {
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
