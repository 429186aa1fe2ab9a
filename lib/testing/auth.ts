import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'
import { beforeAll } from 'vitest'
import { CLIENT_IP_HEADER } from '@/lib/api/contract/headers'
import type { Role } from '@/lib/api/contract/operators'
import { PROBLEM_TYPE_PREFIX } from '@/lib/api/contract/problems'
import type { Settings } from '@/lib/app/settings/read-settings'
import { type Auth, composeAuth } from '@/lib/auth/auth'
import type { PasswordHashing } from '@/lib/auth/sign-in/password-lanes'
import { createRateLimits } from '@/lib/store/rate-limits'
import { auditEntries } from '@/lib/store/schema'
import type { Store } from '@/lib/store/store'
import { apiOver } from './api'
import { withPglite } from './stores'

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
  hashing = CHEAP,
) {
  let aheadMs = 0
  const auth = composeAuth({
    store,
    settings: { KERBSIDE_URL: ORIGIN, oidc: null, AUDIT_RETENTION_DAYS: 365, ...settings },
    secret: TEST_SECRET,
    limits: createRateLimits(store, redis, 'a secret of the tests'),
    now: () => Date.now() + aheadMs,
    hashing,
  })
  const faults: string[] = []
  return {
    auth,
    api: apiOver({
      auth: async () => auth,
      access: async () => auth.access,
      onFault: (_, message) => faults.push(message),
    }),
    store,
    /** Messages of unexpected errors. */
    faults,
    /** Advances the clock. */
    pass(ms: number) {
      aheadMs += ms
    },
    /** Audit entries, oldest first. */
    written: () => store.db.select().from(auditEntries).orderBy(auditEntries.id),
  }
}

export type TestAuth = ReturnType<typeof createTestAuth>

/**
 * Sign-in over a PGlite of its own, for the tests of the block.
 * @param roles an operator of each signs in before the first test, which finds their `cookies` by role
 */
export function withTestAuth<Signed extends Role = never>(
  ...roles: Signed[]
): TestAuth & { readonly cookies: Readonly<Record<Signed, string>> } {
  const store = withPglite()
  const cookies = {} as Record<Signed, string>
  let made: TestAuth | undefined
  const opened = () => {
    made ??= createTestAuth(store())
    return made
  }
  if (roles.length > 0)
    beforeAll(async () => {
      for (const role of roles) cookies[role] = await signedIn(opened(), role)
    })
  return {
    cookies,
    get auth() {
      return opened().auth
    },
    get api() {
      return opened().api
    },
    get store() {
      return opened().store
    },
    get faults() {
      return opened().faults
    },
    pass: (ms) => opened().pass(ms),
    written: () => opened().written(),
  }
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
  const all = new Headers({ [CLIENT_IP_HEADER]: address, origin: ORIGIN, 'sec-fetch-site': 'same-origin' })
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

/** Data of an answer's envelope. */
// biome-ignore lint/suspicious/noExplicitAny: a test knows the shape by the route
export async function dataOf(response: Response): Promise<any> {
  return (await response.json()).data
}

/** Cookie header with the cookies that a response sets. */
export function cookieOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .join('; ')
}

/** Signs an operator in, creating it if needed. @returns the Cookie header of its session */
export async function signedIn(
  kerbside: TestAuth,
  role: Role,
  email = `${role}@kerbside.example`,
): Promise<string> {
  const { auth } = kerbside
  if ((await idOf(kerbside, email)) === '') {
    const first = await auth.invitations.createSetUp()
    const admin = (await auth.operators.list()).find(
      ({ role, disabled }) => role === 'administrator' && !disabled,
    )
    const link =
      first && role === 'administrator'
        ? first
        : await auth.invitations.invite(email, role, admin?.id ?? (await firstAdministrator(auth)))
    await auth.invitations.accept(link.secret, { name: `The ${role}`, email, password: PASSWORD })
  }
  const response = await enterPassword(kerbside, email)
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return cookieOf(response)
}

/** Signs in by password. */
export function enterPassword(
  { api }: TestAuth,
  email: string,
  password = PASSWORD,
  more: RequestOptions = {},
): Promise<Response> {
  return api(request('/api/auth/sign-in', { body: { email, password }, ...more }))
}

/** Answer of `GET /api/me`; no operator without a session. */
export async function readMe({ api }: TestAuth, cookie: string) {
  const response = await api(request('/api/me', { cookie }))
  return { status: response.status, operator: (await dataOf(response))?.operator }
}

export async function statusAndKind(response: Response): Promise<[number, string]> {
  return [response.status, String((await response.json()).type).replace(PROBLEM_TYPE_PREFIX, '')]
}

/** @returns the operator's id; empty for an unknown address */
export async function idOf({ auth }: TestAuth, email: string): Promise<string> {
  return (await auth.operators.list()).find((operator) => operator.email === email)?.id ?? ''
}

async function firstAdministrator(auth: Auth): Promise<string> {
  const link = await auth.invitations.createSetUp()
  if (!link) throw new Error('there are operators, and no administrator')
  const made = await auth.invitations.accept(link.secret, {
    name: 'The first',
    email: 'first@kerbside.example',
    password: PASSWORD,
  })
  return made.id
}
