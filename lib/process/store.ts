import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { openStore } from '@/lib/store/open'
import { openRedis } from '@/lib/store/redis'
import type { Store } from '@/lib/store/store'
import { processSettings } from './settings'

// On globalThis: lib/server and each of Next's bundles hold a copy of this module, but one process has one database.
const shared = globalThis as typeof globalThis & {
  kerbsideStore?: Promise<Store>
  kerbsideRedis?: Promise<Redis | null>
}

/** The configured store, opened on first use. @throws ConfigError; the next use retries */
export function processStore(): Promise<Store> {
  shared.kerbsideStore ??= open().catch((error: unknown) => {
    shared.kerbsideStore = undefined
    throw error
  })
  return shared.kerbsideStore
}

/** Null without REDIS_URL. @throws ConfigError; the next use retries */
export async function processRedis(): Promise<Redis | null> {
  const { redisUrl } = processSettings().store
  shared.kerbsideRedis ??= redisUrl ? openRedis(redisUrl) : Promise.resolve(null)
  return shared.kerbsideRedis.catch((error: unknown) => {
    shared.kerbsideRedis = undefined
    throw error
  })
}

/** Closes what is open; a later use opens it again. */
export async function closeProcessStore(): Promise<void> {
  const { kerbsideStore, kerbsideRedis } = shared
  shared.kerbsideStore = undefined
  shared.kerbsideRedis = undefined
  const redis = await kerbsideRedis?.catch(() => null)
  redis?.disconnect()
  const store = await kerbsideStore?.catch(() => null)
  await store?.close()
}

async function open(): Promise<Store> {
  return openStore(
    processSettings().store.database,
    join(/* turbopackIgnore: true */ process.cwd(), 'lib/store/migrations'),
  )
}
