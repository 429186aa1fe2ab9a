import type { Redis } from 'ioredis'
import type { Secret } from '@/lib/config/secret'
import type { ClusterOptions } from '@/lib/live/areas'
import type { Cluster } from './cluster'
import type { Coordinator } from './coordinator'
import { createEncryption, type Encryption } from './encryption'
import { createMembership } from './membership'
import { createRedisCoordinator } from './redis-coordinator'

/** Many nodes that meet in an exchange, which is told nothing that it could read. */
export function clusterOver(exchange: Coordinator, seal: Encryption): (options: ClusterOptions) => Cluster {
  return (options) => ({
    join: (area, node) => createMembership(seal.nameOf(area), node, { ...options, exchange, seal }),
    tellPause: (leftMs) => void exchange.pause(leftMs).catch(() => undefined),
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
    const seal = createEncryption(secret.reveal(), `${version} ${context}`)
    const exchange = createRedisCoordinator({ redis, service: seal.nameOf('service'), log: options.log })
    return clusterOver(exchange, seal)(options)
  }
}
