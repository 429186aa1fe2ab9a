import type { LiveDelta, LiveMeta, LiveProgress, LiveVehicle } from '@/lib/contract/live'
import { firstOf, following, type Version } from '@/lib/live/streaming/version'
import type { Clock } from '@/lib/scheduling/clock'
import type { RunExclusive } from '@/lib/scheduling/fair-queue'

/** Shares sweeps between the nodes behind one address: one node polls an area, the others receive its changes. */
export interface Cluster {
  /** @param area one name on all nodes */
  join(area: string, node: AreaNode): Membership
  /** Publishes that the service asked for a pause. */
  publishPause?(leftMs: number): void
}

export interface ClusterOptions {
  readonly clock: Clock
  readonly newEpoch: () => string
  readonly log: (line: string) => void
  /** The service asked another node for a pause. */
  readonly onPause: (leftMs: number) => void
}

/** One area on one node, as its membership uses it. Calls marked "exclusive" are made within `runExclusive`. */
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
  /** Exclusive. The list, for a node that has none. */
  snapshot(): ListSnapshot
  /** Exclusive. Latest progress of the first sweep; null before any. */
  progress(): LiveProgress | null
}

/** One node's membership among the nodes that watch an area. */
export interface Membership {
  /**
   * @param intervalMs shortest interval requested on this node, null without subscribers
   * @param arrival a new subscriber, and whether it asks for fresh data; null for none
   */
  setRequestedInterval(intervalMs: number | null, arrival: Arrival | null): void
  /**
   * Exclusive. Publishes a change to the followers before it is committed here.
   * @returns the version of the resulting list, shared with the followers if they could be reached
   */
  publish(delta: ListDelta): Promise<Version>
  publishProgress(progress: LiveProgress, begins: boolean): void
}

export interface Arrival {
  readonly refresh: boolean
}

export interface ListDelta extends Pick<LiveDelta, 'upserts' | 'removed' | 'departures'> {
  readonly meta: LiveMeta
}

export interface ListSnapshot {
  readonly records: readonly LiveVehicle[]
  readonly meta: LiveMeta
}

interface SharedList {
  readonly version: Version
  /** Since the leader shared it. */
  readonly ageMs: number
}

export type PeerUpdate =
  | ({ readonly kind: 'delta'; readonly delta: ListDelta } & SharedList)
  | ({ readonly kind: 'snapshot'; readonly snapshot: ListSnapshot } & SharedList)
  | { readonly kind: 'progress'; readonly progress: LiveProgress; readonly begins: boolean }

/** A node without peers, which always polls. */
export function singleNode(newEpoch: () => string): Cluster {
  return {
    join: (_area, node) => ({
      setRequestedInterval(intervalMs, arrival) {
        if (arrival?.refresh) node.refresh()
        node.setSweepInterval(intervalMs)
      },
      async publish() {
        return node.version === null ? firstOf(newEpoch()) : following(node.version)
      },
      publishProgress() {},
    }),
  }
}
