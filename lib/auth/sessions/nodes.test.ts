import type { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openStore } from '@/lib/store/open'
import { openRedis } from '@/lib/store/redis'
import type { Store } from '@/lib/store/store'
import {
  cookieOf,
  createTestAuth,
  PASSWORD,
  request,
  statusAndKind,
  type TestAuth,
} from '@/lib/testing/auth'
import { startPostgres } from '@/lib/testing/services/postgres'
import { startRedis } from '@/lib/testing/services/redis'
import { haveServer, type RealServer } from '@/lib/testing/services/server-process'
import { migrationsFolder } from '@/lib/testing/store-template'

// Both restart within seconds; a busy machine takes longer.
const BACK = { timeout: 30_000 }
const TRY_AGAIN = [503, 'store-unreachable']
const haveBoth = ['postgres', 'redis-server'].map(haveServer).every(Boolean)

describe.skipIf(!haveBoth)('two nodes on one PostgreSQL and one Redis', () => {
  let postgres: RealServer
  let redis: RealServer
  let one: TestAuth
  let two: TestAuth
  const stores: Store[] = []
  const connections: Redis[] = []

  async function openNode(): Promise<TestAuth> {
    const store = await openStore({ kind: 'postgresql', url: postgres.url }, migrationsFolder)
    stores.push(store)
    const connection = await openRedis(redis.url)
    connections.push(connection)
    return createTestAuth(store, {}, connection)
  }
  beforeAll(async () => {
    postgres = await startPostgres()
    redis = await startRedis()
    one = await openNode()
    two = await openNode()
    await one.signedIn('administrator')
  })
  afterAll(async () => {
    for (const connection of connections) connection.disconnect()
    for (const store of stores) await store.close()
    await postgres?.remove()
    await redis?.remove()
  })

  const signIn = (node: TestAuth, email: string, password = PASSWORD, address = '192.0.2.7') =>
    node.enter(email, password, { address })
  /** Statuses of one guess after the other, at nodes in turn. */
  async function guess(count: number, email: string, address: string) {
    const statuses: number[] = []
    for (let n = 0; n < count; n++)
      statuses.push((await signIn(n % 2 ? two : one, email, 'wrong', address)).status)
    return statuses
  }
  async function me(node: TestAuth, cookie: string) {
    const { status, operator } = await node.me(cookie)
    return { status, role: operator?.role }
  }

  test('a session of one node is valid at the other, until it ends there', async () => {
    const cookie = await one.signedIn('dispatcher')
    expect(await me(two, cookie)).toEqual({ status: 200, role: 'dispatcher' })
    await two.api(request('/api/auth/sign-out', { body: {}, cookie }))
    expect((await me(one, cookie)).status).toBe(401)
  })

  test('a changed role, an ended session and a disabled operator count at the other node at once', async () => {
    const email = 'vic@kerbside.example'
    const cookie = await one.signedIn('viewer', email)
    await one.administer('set-role', email, { role: 'dispatcher' })
    expect((await me(two, cookie)).role).toBe('dispatcher')
    await one.auth.operators.endSessions(await one.idOf(email))
    expect((await me(two, cookie)).status).toBe(401)
    const again = cookieOf(await signIn(two, email))
    await one.administer('ban-user', email)
    expect([(await me(two, again)).status, (await signIn(two, email)).status]).toEqual([401, 401])
  })

  test('five failures at either node lock the pair at both, and no other', async () => {
    const email = 'guessed@kerbside.example'
    await one.signedIn('viewer', email)
    expect(await guess(7, email, '198.51.100.1')).toEqual([...Array(5).fill(401), 429, 429])
    for (const node of [one, two])
      expect((await signIn(node, email, PASSWORD, '198.51.100.1')).status).toBe(429)
    expect((await signIn(two, email, PASSWORD, '198.51.100.2')).status).toBe(200)
  })

  test('both write one audit, in order', async () => {
    const from = (await one.written()).at(-1)?.id ?? 0
    await signIn(one, 'administrator@kerbside.example')
    await signIn(two, 'administrator@kerbside.example', 'wrong', '192.0.2.8')
    await signIn(two, 'administrator@kerbside.example')
    const entries = (await two.written()).filter(({ id }) => id > from)
    const email = 'administrator@kerbside.example'
    const entered = { operatorEmail: email, subject: null, outcome: 'ok', address: '192.0.2.7' }
    const refused = {
      operatorEmail: null,
      subject: email,
      outcome: 'sign-in-failed',
      address: '192.0.2.8',
    }
    expect(entries).toMatchObject([entered, refused, entered])
  })

  test('while PostgreSQL is stopped sessions remain valid, and retried sign-ins lock no account', async () => {
    const email = 'dispatcher@kerbside.example'
    const cookie = await one.signedIn('dispatcher')
    await me(one, cookie)
    await postgres.stop()
    expect(await me(one, cookie)).toEqual({ status: 200, role: 'dispatcher' })
    // A session that this node has not verified is neither accepted nor ended.
    expect((await me(two, cookie)).status).toBe(503)
    for (let time = 0; time < 7; time++)
      expect(await statusAndKind(await signIn(one, email))).toEqual(TRY_AGAIN)
    await postgres.start()
    await expect.poll(async () => (await me(two, cookie)).status, BACK).toBe(200)
    await expect.poll(async () => (await signIn(one, email)).status, BACK).toBe(200)
    expect((await me(one, cookie)).status).toBe(200)
    await two.auth.operators.endSessions(await one.idOf(email))
    expect((await me(one, cookie)).status).toBe(401)
  })

  test('what changed before PostgreSQL stops is remembered at neither node', async () => {
    const changes = {
      'demoted@kerbside.example': (email: string) =>
        one.administer('set-role', email, { role: 'viewer' }),
      'disabled@kerbside.example': (email: string) => one.administer('ban-user', email),
      'ended@kerbside.example': async (email: string) =>
        one.auth.operators.endSessions(await one.idOf(email)),
      'signed-out@kerbside.example': (_email: string, cookie: string) =>
        one.api(request('/api/auth/sign-out', { body: {}, cookie })),
      'kept@kerbside.example': async () => undefined,
    }
    const cookies: string[] = []
    for (const [email, work] of Object.entries(changes)) {
      const cookie = await one.signedIn('administrator', email)
      cookies.push(cookie)
      expect([(await me(one, cookie)).status, (await me(two, cookie)).status]).toEqual([200, 200])
      await work(email, cookie)
    }
    await postgres.stop()
    for (const node of [one, two]) {
      const answers = await Promise.all(cookies.map((cookie) => me(node, cookie)))
      expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503, 200])
    }
    await postgres.start()
    await expect.poll(async () => (await me(two, cookies[0]!)).role, BACK).toBe('viewer')
  })

  test('a PostgreSQL that does not answer delays requests by seconds, and sessions remain valid', async () => {
    const cookie = await one.signedIn('dispatcher')
    expect((await me(one, cookie)).status).toBe(200)
    postgres.pause()
    const answers = await Promise.all([
      me(one, cookie).then(({ status }) => status),
      signIn(one, 'dispatcher@kerbside.example').then(({ status }) => status),
    ])
    postgres.resume()
    expect(answers).toEqual([200, 503])
    await expect
      .poll(async () => (await signIn(one, 'dispatcher@kerbside.example')).status, BACK)
      .toBe(200)
  })

  test('while Redis is stopped sessions and sign-ins work, and lock-outs are still shared', async () => {
    const cookie = await one.signedIn('dispatcher')
    await redis.stop()
    expect((await me(two, cookie)).status).toBe(200)
    expect((await signIn(two, 'dispatcher@kerbside.example')).status).toBe(200)
    const guesses = await guess(6, 'administrator@kerbside.example', '198.51.100.3')
    expect(guesses).toEqual([...Array(5).fill(401), 429])
    await redis.start()
    await expect
      .poll(() => connections.map(({ status }) => status), BACK)
      .toEqual(['ready', 'ready'])
    expect((await signIn(two, 'dispatcher@kerbside.example', 'wrong')).status).toBe(401)
    expect(await connections[0]?.keys('*sign-in-pair*')).not.toEqual([])
  })
})
