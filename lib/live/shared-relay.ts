import type { Exchange } from './exchange'
import type { RelayOptions } from './live'
import { createPost } from './post'
import type { Relay } from './relay'
import type { Seal } from './seal'

/** Many nodes that meet in an exchange, which is told nothing that it could read. */
export function shareSweeps(exchange: Exchange, seal: Seal): (options: RelayOptions) => Relay {
  return (options) => ({
    join: (area, node) => createPost(seal.nameOf(area), node, { ...options, exchange, seal }),
    tellPause: (leftMs) => void exchange.pause(leftMs).catch(() => undefined),
  })
}
