import type { Changes } from '@/lib/api/contract/live'
import type { Clock } from '@/lib/app/clock'
import type { RunExclusive } from '@/lib/app/fair-queue'
import type { Progress } from '@/lib/live/polling/sweep'
import type { LoggedEvent, ReadChanges } from '@/lib/live/streaming/event'
import { firstOf, following, type Version } from '@/lib/live/streaming/version'

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
  /** Exclusive. The list as a snapshot of the stream, in deflated parts, for a node that has none. */
  snapshot(): Iterable<Uint8Array>
  /** Exclusive. Latest progress of the first sweep; null before any. */
  progress(): Progress | null
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
   * @returns these events, with a version that is shared with the followers if they could be reached
   */
  publish(make: (version: Version) => Published): Promise<Published>
  publishProgress(progress: Progress, begins: boolean): void
}

/** A change as it is streamed. */
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
