import { beforeAll, expect, test } from 'vitest'
import { type AuthRequest, authRequests, type Lane } from '@/lib/auth/auth-request'
import { createTestAuth, PASSWORD, type TestAuth } from '@/lib/testing/auth'
import { withPglite } from '@/lib/testing/stores'
import { createPasswordLanes, SCRYPT } from './password-lanes'

const store = withPglite()
let kerbside: TestAuth
beforeAll(async () => {
  kerbside = createTestAuth(store(), {}, null, SCRYPT)
  await kerbside.signedIn('administrator')
})

/** Sign-ins with made-up addresses. */
function flood(count: number, address: (guess: number) => string) {
  return Array.from({ length: count }, (_, guess) =>
    kerbside.enter(`made-up-${guess}@nowhere.example`, 'guess', { address: address(guess) }),
  )
}
const statusesOf = async (answers: Promise<Response>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)

test('an address has twenty failures over all accounts; accounts known there are left aside', async () => {
  const address = '198.51.100.1'
  await kerbside.signedIn('viewer')
  const enter = () => kerbside.enter('viewer@kerbside.example', PASSWORD, { address })
  expect((await enter()).status).toBe(200)
  const statuses: number[] = []
  // The first eighteen without their hashes, each of which takes a tenth of a second.
  for (let guess = 0; guess < 18; guess++) await kerbside.auth.loginThrottle.consumeNetwork(address)
  for (let guess = 0; guess < 4; guess++) {
    const email = `made-up-${guess}@nowhere.example`
    statuses.push((await kerbside.enter(email, 'guess', { address })).status)
  }
  expect(statuses).toEqual([401, 401, 429, 429])
  expect((await enter()).status).toBe(200)
  const other = await kerbside.enter('administrator@kerbside.example', PASSWORD, { address })
  expect([other.status, Number(other.headers.get('retry-after')) > 800]).toEqual([429, true])
})

test('at most nine strangers wait for a hash, and a known operator signs in meanwhile', async () => {
  await kerbside.signedIn('dispatcher')
  const strangers = statusesOf(flood(64, (guess) => `198.18.${guess}.1`))
  expect((await kerbside.enter('dispatcher@kerbside.example')).status).toBe(200)
  const statuses = await strangers
  const busy = statuses.filter((status) => status === 429).length
  expect([busy > 0, busy + statuses.filter((status) => status === 401).length]).toEqual([true, 64])
})

test('a lane runs one attempt at a time, and refuses beyond its queue', async () => {
  let running = 0
  let most = 0
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  const attempt = async () => {
    most = Math.max(most, ++running)
    await held
    running--
    return ''
  }
  const lanes = createPasswordLanes({ hash: attempt, verify: async () => true })
  const hashFor = (name: Lane, owner: string) => {
    const turn = { lane: { name, owner } } as AuthRequest
    return authRequests.run(turn, () => lanes.hash('any'))
  }
  const attempts = Array.from({ length: 12 }, () => hashFor('unknown', '192.0.2.1'))
  const settled = Promise.allSettled(attempts)
  const known = hashFor('known', 'ada@kerbside.example')
  await expect.poll(() => running).toBe(2)
  release()
  await known
  const busy = { status: 'rejected', reason: { kind: 'sign-in-busy', retryAfterMs: 3000 } }
  expect(await settled).toMatchObject([
    ...Array(9).fill({ status: 'fulfilled' }),
    ...Array(3).fill(busy),
  ])
  expect(most).toBe(2)
})

test('two hundred sign-ins with made-up accounts are two entries', async () => {
  const address = '198.51.100.77'
  for (let part = 0; part < 2; part++) await statusesOf(flood(100, () => address))
  kerbside.pass(15 * 60_000)
  await kerbside.auth.failures.flush()
  const written = (await kerbside.written()).filter((entry) => entry.address === address)
  expect(written.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^made-up-\d+@nowhere\.example$/),
    expect.stringMatching(/^unknown accounts: \d+ more$/),
  ])
  // All but those refused before their limits were looked up.
  expect(Number(/\d+/.exec(written[1]?.subject ?? '')?.[0])).toBeGreaterThan(180)
})
