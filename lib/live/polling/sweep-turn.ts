/** Decides whether and how often this node sweeps an area. */
export interface SweepTurn {
  /**
   * States what this node's subscribers ask for.
   * @param intervalMs the shortest that one of them asks for; null without subscribers
   * @param arrival a new subscriber; null for none
   */
  request(intervalMs: number | null, arrival: Arrival | null): void
  follow(follower: TurnFollower): void
}

export interface Arrival {
  /** Whether it asks for fresh data before the next sweep is due. */
  readonly refresh: boolean
}

export interface TurnFollower {
  /** Called with the interval of this node's sweeps; null: it does not sweep. */
  onInterval?(intervalMs: number | null): void
  /** Called when fresh data are asked for, on whichever node. */
  onRefresh?(): void
  /** Called every second while sweeps by another node are overdue, and may be taken over. */
  onLate?(): void
}

/** Followers of a turn, and the calls that reach all of them. */
export function createTurnFollowers() {
  const followers: TurnFollower[] = []
  return {
    add: (follower: TurnFollower) => void followers.push(follower),
    setInterval(intervalMs: number | null): void {
      for (const follower of followers) follower.onInterval?.(intervalMs)
    },
    refresh(): void {
      for (const follower of followers) follower.onRefresh?.()
    },
    late(): void {
      for (const follower of followers) follower.onLate?.()
    },
  }
}

/** The turn of a node alone, which always sweeps what is watched. */
export function createOwnTurn(): SweepTurn {
  const followers = createTurnFollowers()
  return {
    request(intervalMs, arrival) {
      if (arrival?.refresh) followers.refresh()
      followers.setInterval(intervalMs)
    },
    follow: followers.add,
  }
}
