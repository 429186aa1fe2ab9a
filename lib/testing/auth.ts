import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { beforeAll, expect } from 'vitest'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/answers'
import type { Role } from '@/lib/api/contract/operators'
import { PROBLEM_TYPE_PREFIX } from '@/lib/api/contract/problems'
import type { Settings } from '@/lib/app/settings/read-settings'
import type { PasswordHashing } from '@/lib/auth/auth'
import { type Auth, composeAuth } from '@/lib/auth/compose'
import type { Secrets } from '@/lib/auth/secrets'
import { nodesOverRedis } from '@/lib/auth/sessions/redis-nodes'
import { createRateLimits } from '@/lib/store/rate-limits'
import { auditEntries } from '@/lib/store/schema'
import type { Store } from '@/lib/store/store'
import { apiOver } from './api'
import { withPglite } from './stores'
import { totp } from './totp'

export const ORIGIN = 'https://kerbside.example'
export const PASSWORD = 'correct horse battery'
export const TEST_SECRET = 'a secret of the tests, long enough'

const digest = (password: string) => createHash('sha256').update(password).digest('hex')

/** Without the cost of a real hash, which is a tenth of the unit tests' processor time. */
const CHEAP: PasswordHashing = {
  hash: async (password) => digest(password),
  verify: async ({ password, hash }) => digest(password) === hash,
}

/** Sign-in over a store, and a Redis if given, with a clock that can be advanced. */
export function createTestAuth(
  store: Store,
  settings: Partial<Pick<Settings, 'oidc' | 'KERBSIDE_URL'>> = {},
  redis: Redis | null = null,
  { current: secret, earlier }: Secrets = { current: TEST_SECRET, earlier: [] },
) {
  let aheadMs = 0
  const faults: string[] = []
  const auth = composeAuth({
    store,
    settings: { KERBSIDE_URL: ORIGIN, oidc: null, AUDIT_RETENTION_DAYS: 365, ...settings },
    secrets: { current: secret, earlier },
    limits: createRateLimits(store, redis, 'a secret of the tests'),
    otherNodes: redis && nodesOverRedis(redis),
    now: () => Date.now() + aheadMs,
    passwords: CHEAP,
    warn: (message) => faults.push(message),
  })
  const api = apiOver({
    auth: async () => auth,
    access: async () => auth.access,
    onFault: (_, message) => faults.push(message),
  })

  const enter = (email: string, password = PASSWORD, more: RequestOptions = {}) =>
    api(request('/api/auth/sign-in/email', { body: { email, password }, ...more }))

  /** @returns the operator's id; empty for an unknown address */
  const idOf = async (email: string) =>
    (await auth.operators.list()).find((operator) => operator.email === email)?.id ?? ''

  /** A change of an operator by an administrator: the given one, or else a new session. */
  async function administer(path: AdminPath, email: string, more: Administration = {}) {
    const administrator = more.cookie ?? cookieOf(await enter(await administratorFor(email)))
    const body = { userId: await idOf(email), ...(more.role && { role: more.role }) }
    return api(request(`/api/auth/admin/${path}`, { cookie: administrator, body }))
  }

  async function administratorFor(email: string): Promise<string> {
    const all = await auth.operators.list()
    const active = all.filter(({ role, disabled }) => role === 'administrator' && !disabled)
    const found = active.find((operator) => operator.email !== email) ?? active[0]
    return found?.email ?? ''
  }

  return {
    auth,
    api,
    administer,
    store,
    /** Messages of unexpected errors, and warnings. */
    faults,
    enter,
    idOf,
    /** Signs an operator in, creating it if needed. @returns the Cookie header of its session */
    async signedIn(role: Role, email = `${role}@kerbside.example`): Promise<string> {
      if ((await idOf(email)) === '') await createOperator(auth, role, email)
      const response = await enter(email)
      if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
      return cookieOf(response)
    },
    /** Answer of `GET /api/me`; no operator without a session. */
    async me(cookie: string) {
      const response = await api(request('/api/me', { cookie }))
      return { status: response.status, operator: (await dataOf(response))?.operator }
    },
    pass(ms: number) {
      aheadMs += ms
    },
    /** Audit entries, oldest first. */
    written: () => store.db.select().from(auditEntries).orderBy(auditEntries.id),
  }
}

type AdminPath = 'set-role' | 'ban-user' | 'unban-user' | 'revoke-user-sessions' | 'remove-user'

interface Administration {
  readonly cookie?: string
  readonly role?: Role
}

export type TestAuth = ReturnType<typeof createTestAuth>

/**
 * @param roles an operator of each signs in before the first test, which
 * finds their `cookies` by role
 */
export function withTestAuth<Signed extends Role = never>(...roles: Signed[]) {
  const store = withPglite()
  const cookies = {} as Record<Signed, string>
  let made: TestAuth | undefined
  const opened = () => {
    made ??= createTestAuth(store())
    return made
  }
  if (roles.length > 0)
    beforeAll(async () => {
      for (const role of roles) cookies[role] = await opened().signedIn(role)
    })
  return new Proxy({ cookies } as TestAuth & { readonly cookies: Readonly<typeof cookies> }, {
    get: (own, name) => Reflect.get(name === 'cookies' ? own : opened(), name),
  })
}

/** A request of one of Kerbside's own pages. */
export function request(
  path: string,
  {
    cookie,
    body,
    address = '192.0.2.7',
    method = body === undefined ? 'GET' : 'POST',
    headers = {},
  }: RequestOptions = {},
): Request {
  const all = new Headers({
    [CLIENT_IP_HEADER]: address,
    origin: ORIGIN,
    'sec-fetch-site': 'same-origin',
  })
  if (method === 'GET') all.delete('origin')
  if (cookie) all.set('cookie', cookie)
  if (body !== undefined) all.set('content-type', 'application/json')
  for (const [name, value] of Object.entries(headers)) all.set(name, value)
  return new Request(ORIGIN + path, {
    method,
    headers: all,
    body: body === undefined ? undefined : JSON.stringify(body),
  })
}

export interface RequestOptions {
  readonly cookie?: string
  readonly body?: unknown
  readonly address?: string
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

// biome-ignore lint/suspicious/noExplicitAny: a test knows the shape by the route
export const dataOf = async (response: Response): Promise<any> => (await response.json()).data

/** Cookie header with the cookies that a response sets. */
export function cookieOf({ headers }: Response): string {
  const cookies = headers.getSetCookie().map((cookie) => cookie.split(';')[0] ?? '')
  return cookies.join('; ')
}

/**
 * Signs a viewer in and turns two-factor on.
 * @returns the session's cookie and the means of the second step
 */
export async function setUpTwoFactor({ api, signedIn }: TestAuth, email: string) {
  const cookie = await signedIn('viewer', email)
  const begun = await api(
    request('/api/auth/two-factor/enable', { cookie, body: { password: PASSWORD } }),
  )
  const { totpURI: uri, backupCodes } = await begun.json()
  const confirm = (code: string) =>
    api(request('/api/auth/two-factor/verify-totp', { cookie, body: { code } }))
  return { cookie, uri, backupCodes: backupCodes as string[], code: () => totp(uri), confirm }
}

/** The kind of a problem of ours, or the code of better-auth's. */
export async function statusAndKind(response: Response): Promise<[number, string]> {
  const { type, code } = await response.json()
  return [response.status, String(type ?? code).replace(PROBLEM_TYPE_PREFIX, '')]
}

/** Whether a right password is enough, or the code is asked for. */
export async function nextStepOf(response: Response): Promise<'done' | 'code'> {
  const { user, twoFactorRedirect } = await response.json()
  if (user) return 'done'
  expect(twoFactorRedirect).toBe(true)
  return 'code'
}

/**
 * Creates an operator by the set-up link, or by an administrator's invitation; creates
 * the administrator if needed.
 */
async function createOperator(
  { invitations, operators }: Auth,
  role: Role,
  email: string,
): Promise<void> {
  const accept = (secret: string, name: string, to: string) =>
    invitations.accept(secret, { name, email: to, password: PASSWORD })
  const setUp = await invitations.createSetUp()
  if (setUp && role === 'administrator') {
    await accept(setUp.secret, `The ${role}`, email)
    return
  }
  if (setUp) await accept(setUp.secret, 'The first', 'first@kerbside.example')
  const all = await operators.list()
  const { id = '' } = all.find(({ role, disabled }) => role === 'administrator' && !disabled) ?? {}
  const { secret } = await invitations.invite(email, role, id)
  await accept(secret, `The ${role}`, email)
}
