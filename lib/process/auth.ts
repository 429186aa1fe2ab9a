import { type Auth, composeAuth, keptSecret } from '@/lib/auth/auth'
import { type Access, createOpenAccess, openAccess } from '@/lib/auth/sessions/access'
import { createOrigins } from '@/lib/auth/sessions/origins'
import { createAuthRoutes } from '@/lib/routes/auth'
import { createRateLimits } from '@/lib/store/rate-limits'
import { processLog } from './observability'
import { processSettings } from './settings'
import { processRedis, processStore } from './store'

// No `server-only`: lib/start opens it too. On globalThis, since Next gives each route its own copy of this module.
const shared = globalThis as typeof globalThis & { kerbsideAuth?: Promise<Auth | null> }

const TIDY_MS = 60 * 60_000

/** Null where no sign-in is wanted: no database is opened then. @throws ConfigError; the next use tries again */
export function processAuth(): Promise<Auth | null> {
  shared.kerbsideAuth ??= open().catch((error: unknown) => {
    shared.kerbsideAuth = undefined
    throw error
  })
  return shared.kerbsideAuth
}

async function open(): Promise<Auth | null> {
  const settings = processSettings().auth
  if (!settings.isRequired) return null
  const [store, redis] = await Promise.all([processStore(), processRedis()])
  const secret = settings.secret?.reveal() ?? (await keptSecret(store.db))
  const auth = composeAuth({ store, settings, secret, limits: createRateLimits(store, redis, secret) })
  const tidy = () =>
    auth.tidy().catch((error: unknown) => processLog()('warn', { event: 'auth', message: String(error) }))
  await tidy()
  setInterval(tidy, TIDY_MS).unref()
  return auth
}

/** Who may do what, for the routes of lib/proxy and lib/live. */
export async function processAccess(): Promise<Access> {
  return (await processAuth())?.access ?? openAccessHere()
}

/** Why nobody new can be let in; null when somebody can, or everybody is. @throws ConfigError */
export async function processLacking(): Promise<string | null> {
  if (!processSettings().auth.isRequired) return null
  return (await (await processStore()).reachable())
    ? null
    : 'The database cannot be reached: nobody can sign in.'
}

let accessHere: Access | undefined

function openAccessHere(): Access {
  accessHere ??=
    processSettings().upstream.kind === 'reference'
      ? openAccess
      : createOpenAccess(createOrigins(processSettings().auth.origin))
  return accessHere
}

/** The routes about operators. */
export const authRoutes = createAuthRoutes(processAuth, {
  onFault: (requestId, message) => processLog()('error', { event: 'internal', requestId, message }),
})
