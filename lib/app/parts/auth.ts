import type { Redis } from 'ioredis'
import type { Context } from '@/lib/app/context'
import type { Auth } from '@/lib/auth/compose'
import { readSecrets } from '@/lib/auth/secrets'
import type { Store } from '@/lib/store/store'

const HOUR_MS = 3_600_000

/** Sign-in, with its work at intervals; null where it is not required. */
export async function openAuth(
  context: Context,
  openStore: () => Promise<Store>,
  openRedis: () => Promise<Redis | null>,
): Promise<Auth | null> {
  const { settings, warn, every, beforeStop } = context
  if (!settings.requiresSignIn) return null
  // better-auth is three quarters of the modules that a start loads.
  const [{ composeAuth }, { nodesOverRedis }, { createRateLimits }] = await Promise.all([
    import('@/lib/auth/compose'),
    import('@/lib/auth/sessions/redis-nodes'),
    import('@/lib/store/rate-limits'),
  ])
  // better-auth calls the OpenID provider by Node's own fetch, which knows no proxy.
  if (settings.oidc) {
    await import('@/lib/upstream/http/outgoing-agent').then((agent) => agent.useProxyForFetch())
  }

  const [store, redis] = await Promise.all([openStore(), openRedis()])
  const secrets = await readSecrets(settings, store.db)
  const otherNodes = redis && nodesOverRedis(redis)
  beforeStop(async () => otherNodes?.close())
  const auth = composeAuth({
    store,
    settings,
    secrets,
    limits: createRateLimits(store, redis, secrets.current),
    otherNodes,
    warn: warn('auth'),
  })

  const attempt = (work: () => Promise<void>) => () =>
    work().catch((error: unknown) => warn('auth')(String(error)))
  const purge = attempt(auth.purge)
  await attempt(auth.takeOverSecret)()
  await purge()
  every(HOUR_MS, purge)
  return auth
}
