import type { Redis } from 'ioredis'
import type { OtherNodes } from './remembered-sessions'

const CHANNEL = 'kerbside:sessions'

/**
 * Channel between nodes over Redis or Valkey: ids of changed operators and
 * ended sessions, nothing else.
 * @param redis must reconnect by itself, without an offline queue
 */
export function nodesOverRedis(redis: Redis): OtherNodes & { close(): void } {
  // A subscribing connection can do nothing else; it subscribes again after each reconnection.
  const subscription = redis.duplicate({ autoResubscribe: false })
  subscription.on('error', () => {})
  subscription.on('ready', () => subscription.subscribe(CHANNEL).catch(() => undefined))
  subscription.connect().catch(() => {})
  return {
    listen: (onChange) => subscription.on('message', (_channel, id) => onChange(id)),
    // Without Redis each node learns it with its next look-up in the store.
    async publish(id) {
      await redis.publish(CHANNEL, id).catch(() => undefined)
    },
    close: () => subscription.disconnect(),
  }
}
