import type { Redis } from 'ioredis'
import { openSubscription } from '@/lib/store/redis'
import type { OtherNodes } from './remembered-sessions'

const CHANNEL = 'kerbside:sessions'

/**
 * Channel between nodes over Redis or Valkey: ids of changed operators and
 * ended sessions, nothing else.
 * @param redis must reconnect by itself, without an offline queue
 */
export function nodesOverRedis(redis: Redis): OtherNodes & { close(): void } {
  const subscription = openSubscription(redis)
  return {
    listen: (onChange) => void subscription.listen(CHANNEL, onChange),
    // Without Redis each node learns it with its next look-up in the store.
    async publish(id) {
      await redis.publish(CHANNEL, id).catch(() => undefined)
    },
    close: subscription.close,
  }
}
