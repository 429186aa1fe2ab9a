import type { Auth } from '@/lib/auth/auth'
import { type Access, createOpenAccess, openAccess } from '@/lib/auth/sessions/access'
import { createOrigins } from '@/lib/auth/sessions/origins'
import { storedSecret } from '@/lib/auth/stored-secret'
import { processInstance } from './instance'
import { processLog } from './observability'
import { processSettings } from './settings'
import { processRedis, processStore } from './store'

const PURGE_MS = 60 * 60_000
const FLUSH_MS = 60_000

const opened = processInstance('auth', open)

/** Null where sign-in is disabled: no database is opened. @throws ConfigError */
export const processAuth = opened.get

async function open(): Promise<Auth | null> {
  const settings = processSettings().auth
  if (!settings.isRequired) return null
  // better-auth is three quarters of the modules that a start loads.
  const [{ composeAuth }, { createRateLimits }] = await Promise.all([
    import('@/lib/auth/auth'),
    import('@/lib/store/rate-limits'),
  ])
  const [store, redis] = await Promise.all([processStore(), processRedis()])
  const secret = settings.secret?.reveal() ?? (await storedSecret(store.db))
  const auth = composeAuth({ store, settings, secret, limits: createRateLimits(store, redis, secret) })
  const attempt = (work: () => Promise<void>) => () =>
    work().catch((error: unknown) => processLog()('warn', { event: 'auth', message: String(error) }))
  const purge = attempt(auth.purge)
  await purge()
  setInterval(purge, PURGE_MS).unref()
  setInterval(
    attempt(() => auth.failures.flush()),
    FLUSH_MS,
  ).unref()
  return auth
}

/** Writes the failures that are still counted; at a stop, before the store is closed. */
export async function flushProcessAuth(): Promise<void> {
  await (await opened.current())?.failures.flush('all').catch(() => undefined)
}

/** Authorisation of the routes. */
export async function processAccess(): Promise<Access> {
  return (await processAuth())?.access ?? openAccessHere()
}

/** Why sign-ins fail now; null while they work, or sign-in is disabled. @throws ConfigError */
export async function processLacking(): Promise<string | null> {
  if (!processSettings().auth.isRequired) return null
  return (await (await processStore()).reachable()) ? null : 'The database cannot be reached: sign-ins fail.'
}

let accessHere: Access | undefined

function openAccessHere(): Access {
  accessHere ??=
    processSettings().upstream.kind === 'reference'
      ? openAccess
      : createOpenAccess(createOrigins(processSettings().auth.origin))
  return accessHere
}
