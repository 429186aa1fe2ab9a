import type { Redis } from 'ioredis'
import type { Secret } from '@/lib/config/secret'
import type { RelayOptions } from '@/lib/live/areas'
import type { Relay } from './cluster'
import type { Exchange } from './coordinator'
import { createSeal, type Seal } from './encryption'
import { createPost } from './membership'
import { createRedisExchange } from './redis-coordinator'

/** Many nodes that meet in an exchange, which is told nothing that it could read. */
export function shareSweeps(exchange: Exchange, seal: Seal): (options: RelayOptions) => Relay {
  return (options) => ({
    join: (area, node) => createPost(seal.nameOf(area), node, { ...options, exchange, seal }),
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
export function shareOverRedis(redis: Redis, secret: Secret, context: string, version = RELAY_VERSION) {
  return (options: RelayOptions): Relay => {
    const seal = createSeal(secret.reveal(), `${version} ${context}`)
    const exchange = createRedisExchange({ redis, service: seal.nameOf('service'), log: options.log })
    return shareSweeps(exchange, seal)(options)
  }
}
