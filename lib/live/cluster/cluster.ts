import type { LiveDelta, LiveMeta, LiveProgress } from '@/lib/contract/live'
import type { VehicleSearchObject } from '@/lib/interface/resources'
import type { RunExclusive } from '@/lib/live/polling/semaphore'
import { firstOf, following, type Version } from '@/lib/live/streaming/version'

/** How the nodes behind one address share the sweeps of their areas: one of them sweeps, the others are told. */
export interface Cluster {
  /** @param area one name on all nodes */
  join(area: string, node: AreaNode): Membership
  /** The service wants to be left alone for so long. */
  tellPause?(leftMs: number): void
}

/** What a relay asks of the watch of an area. */
export interface AreaNode {
  /** Of the list; null before the first. */
  readonly version: Version | null
  /** Changes of the list and of what this node does happen in turn. */
  readonly inTurn: RunExclusive
  /** Sweep so often, or (null) leave it to another node. */
  onDuty(intervalMs: number | null): void
  /** Somebody, on whichever node, wants to see the newest. */
  onRefresh(): void
  /** In turn. What another node's sweep led to. */
  onTold(told: PeerUpdate): Promise<void>
  /** In turn. The list as it is has another name from now on. */
  onRenamed(version: Version): void
  /** In turn. For a node that has none. */
  list(): ListSnapshot
  /** In turn. What was told last of the first sweep; null when nothing was. */
  progress(): LiveProgress | null
}

/** A node's place among those that look at an area. */
export interface Membership {
  /** How often somebody here wants to see it anew; null: nobody looks any more. `atOnce`: somebody came. */
  setWish(intervalMs: number | null, atOnce: boolean): void
  /**
   * In turn. Tells the others what a sweep of ours leads to, before it is told here.
   * @returns the name of the list that it leads to, which others share if they could be told
   */
  tell(change: ListDelta): Promise<Version>
  tellProgress(progress: LiveProgress, begins: boolean): void
}

export interface ListDelta extends Pick<LiveDelta, 'upserts' | 'removed' | 'departures'> {
  readonly meta: LiveMeta
}

export interface ListSnapshot {
  readonly records: readonly VehicleSearchObject[]
  readonly meta: LiveMeta
}

export type PeerUpdate =
  | { readonly kind: 'change'; readonly version: Version; readonly change: ListDelta }
  | { readonly kind: 'list'; readonly version: Version; readonly list: ListSnapshot }
  | { readonly kind: 'progress'; readonly progress: LiveProgress; readonly begins: boolean }

/** One node, which sweeps for itself. */
export function singleNode(newEpoch: () => string): Cluster {
  return {
    join: (_area, node) => ({
      setWish(intervalMs, atOnce) {
        if (atOnce) node.onRefresh()
        node.onDuty(intervalMs)
      },
      async tell() {
        return node.version === null ? firstOf(newEpoch()) : following(node.version)
      },
      tellProgress() {},
    }),
  }
}
