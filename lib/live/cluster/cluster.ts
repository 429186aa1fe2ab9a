import type { Redis } from 'ioredis'
import type { Clock } from '@/lib/app/clock'
import type { Secret } from '@/lib/app/settings/secret'
import { ChangeLog } from '@/lib/live/log/change-log'
import { createOwnTurn, type SweepTurn } from '@/lib/live/polling/sweep-turn'
import { createEncryption, type Encryption } from '@/lib/store/encryption'
import type { Coordinator } from './coordinator'
import { LeaderElection } from './leader-election'
import { createRedisCoordinator } from './redis-coordinator'
import { SharedLog } from './shared-log'

/** The nodes behind one address: one of them sweeps an area, and all read its changes. */
export interface Cluster {
  /** @param area one name on all nodes */
  join(area: string): Membership
  publishPause(leftMs: number): void
}

/** An area's part of the cluster. */
export interface Membership {
  readonly changeLog: ChangeLog
  readonly turn: SweepTurn
}

export interface ClusterOptions {
  readonly clock: Clock
  readonly newEpoch: () => string
  readonly log: (line: string) => void
  /** The service asked another node for a pause. */
  readonly onPause: (leftMs: number) => void
}

/** A node without others. */
export function singleNode(options: ClusterOptions): Cluster {
  return {
    join: () => ({ changeLog: new ChangeLog(options), turn: createOwnTurn() }),
    publishPause() {},
  }
}

/** Nodes that share their sweeps through a coordinator, which sees encrypted data only. */
export function clusterOver(coordinator: Coordinator, encryption: Encryption) {
  return (options: ClusterOptions): Cluster => ({
    join(area) {
      const name = encryption.hash(area)
      const changeLog = new SharedLog(name, { ...options, coordinator, encryption })
      const turn = new LeaderElection(name, changeLog, { ...options, coordinator })
      return { changeLog, turn }
    },
    publishPause: (leftMs) => void coordinator.pause(leftMs).catch(() => undefined),
  })
}

/**
 * Raise with every change of the data that nodes share: nodes of different
 * versions then poll separately.
 */
const PROTOCOL_VERSION = 6

/**
 * A cluster over Redis or Valkey.
 * @param secret known to all nodes, and not to readers of Redis
 * @param context nodes with different contexts, such as another service, share nothing
 */
export function redisCluster(
  redis: Redis,
  secret: Secret,
  context: string,
  version = PROTOCOL_VERSION,
) {
  return (options: ClusterOptions): Cluster => {
    const encryption = createEncryption(secret.reveal(), `${version} ${context}`)
    const service = encryption.hash('service')
    return clusterOver(createRedisCoordinator(redis, service, options.log), encryption)(options)
  }
}
