import type { Redis } from 'ioredis'
import type { Secret } from '@/lib/app/settings/secret'
import { createEncryption, type Encryption } from '@/lib/store/encryption'
import type { Cluster, ClusterOptions } from './cluster'
import type { Coordinator } from './coordinator'
import { ClusterMembership } from './membership'
import { createRedisCoordinator } from './redis-coordinator'

/** Nodes that share their sweeps through a coordinator, which sees encrypted data only. */
export function clusterOver(
  coordinator: Coordinator,
  encryption: Encryption,
): (options: ClusterOptions) => Cluster {
  return (options) => ({
    join: (area, node) =>
      new ClusterMembership(encryption.hash(area), node, { ...options, coordinator, encryption }),
    publishPause: (leftMs) => void coordinator.pause(leftMs).catch(() => undefined),
  })
}

/** Raise with every change of the data that nodes share: nodes of different versions then poll separately. */
const PROTOCOL_VERSION = 6

/**
 * A cluster over Redis or Valkey.
 * @param secret known to all nodes, and not to readers of Redis
 * @param context nodes with different contexts, such as another service, share nothing
 */
export function redisCluster(redis: Redis, secret: Secret, context: string, version = PROTOCOL_VERSION) {
  return (options: ClusterOptions): Cluster => {
    const encryption = createEncryption(secret.reveal(), `${version} ${context}`)
    const service = encryption.hash('service')
    return clusterOver(createRedisCoordinator({ redis, service, log: options.log }), encryption)(options)
  }
}
