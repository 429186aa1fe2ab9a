import { join } from 'node:path'
import { openStore } from '@/lib/store/open'
import { openRedis } from '@/lib/store/redis'
import { processInstance } from './instance'
import { processLog } from './observability'
import { processSettings } from './settings'

const store = processInstance('store', async () =>
  openStore(
    processSettings().store.database,
    join(/* turbopackIgnore: true */ process.cwd(), 'lib/store/migrations'),
    (message) => processLog()('error', { event: 'database', message }),
  ),
)

const redis = processInstance('redis', async () => {
  const { redisUrl } = processSettings().store
  return redisUrl === null ? null : openRedis(redisUrl)
})

/** The configured store. @throws ConfigError */
export const processStore = store.get

/** Null without REDIS_URL. @throws ConfigError */
export const processRedis = redis.get

/** Closes what is open; a later use opens it again. */
export async function closeProcessStore(): Promise<void> {
  const [openedRedis, openedStore] = await Promise.all([redis.take(), store.take()])
  openedRedis?.disconnect()
  await openedStore?.close()
}
