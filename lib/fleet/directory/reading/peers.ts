import type { Wanted } from './plan'

/** The nodes of one service, of which one reads. */
export interface Peers {
  /**
   * Takes or renews the lease unless another node holds it, and hands on vehicles that this node wants read, and records
   * learned since the last exchange. Never rejects: without the others this node does not read.
   * @returns vehicles that the other nodes want, for the node that reads
   */
  exchange(
    wanted: readonly Wanted[],
  ): Promise<{ readonly isReader: boolean; readonly wanted: readonly Wanted[] }>
  /** Releases the lease. */
  leave(): Promise<void>
}
