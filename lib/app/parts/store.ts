import { join } from 'node:path'
import { processInstance } from './instance'
import { processLog } from './observability'
import { processSettings } from './settings'

// Imported when they are opened: a start without them is a tenth shorter.
const store = processInstance('store', async () => {
  const { openStore } = await import('@/lib/store/open')
  return openStore(
    processSettings().store.database,
    join(/* turbopackIgnore: true */ process.cwd(), 'lib/store/migrations'),
    (message) => processLog()('error', { event: 'database', message }),
  )
})

const redis = processInstance('redis', async () => {
  const { redisUrl } = processSettings().store
  if (redisUrl === null) return null
  const { openRedis } = await import('@/lib/store/redis')
  return openRedis(redisUrl)
})

/** The configured store. @throws ConfigError */
export const processStore = store.get

/** Null without REDIS_URL. @throws ConfigError */
export const processRedis = redis.get

/** Closes the store if it is open; a later use opens it again. */
export async function closeProcessStore(): Promise<void> {
  const [openedRedis, openedStore] = await Promise.all([redis.take(), store.take()])
  openedRedis?.disconnect()
  await openedStore?.close()
}
