import type { Redis } from 'ioredis'
import type { Secret } from '@/lib/config/secret'
import type { Cluster, ClusterOptions } from './cluster'
import type { Coordinator } from './coordinator'
import { createEncryption, type Encryption } from './encryption'
import { createMembership } from './membership'
import { createRedisCoordinator } from './redis-coordinator'

/** Many nodes that meet in an coordinator, which is told nothing that it could read. */
export function clusterOver(
  coordinator: Coordinator,
  encryption: Encryption,
): (options: ClusterOptions) => Cluster {
  return (options) => ({
    join: (area, node) =>
      createMembership(encryption.nameOf(area), node, { ...options, coordinator, encryption }),
    publishPause: (leftMs) => void coordinator.pause(leftMs).catch(() => undefined),
  })
}

/** To be raised whenever what nodes tell each other changes: while nodes are replaced, each version sweeps for its own. */
const RELAY_VERSION = 1

/**
 * Over a Redis, or Valkey.
 * @param secret known to all nodes, and to nobody who can read there
 * @param context nodes with another one, as those before another service, do not meet
 */
export function redisCluster(redis: Redis, secret: Secret, context: string, version = RELAY_VERSION) {
  return (options: ClusterOptions): Cluster => {
    const encryption = createEncryption(secret.reveal(), `${version} ${context}`)
    const coordinator = createRedisCoordinator({
      redis,
      service: encryption.nameOf('service'),
      log: options.log,
    })
    return clusterOver(coordinator, encryption)(options)
  }
}
