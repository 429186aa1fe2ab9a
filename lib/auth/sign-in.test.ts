import { expect, test } from 'vitest'
import type { ProblemError } from '@/lib/api/contract/problem-error'
import {
  cookieOf,
  createTestAuth,
  nextStepOf,
  PASSWORD,
  request,
  statusAndKind,
  withTestAuth,
} from '@/lib/testing/auth'

const kerbside = withTestAuth('administrator')

const ADMINISTRATOR = 'administrator@kerbside.example'

test('the right password opens a session in a cookie that scripts and other sites do not get', async () => {
  const response = await kerbside.enter('Administrator@Kerbside.example', PASSWORD)
  expect([response.status, await nextStepOf(response.clone())]).toEqual([200, 'done'])
  // Scripts of the page do not get it in the answer either.
  expect(await response.json()).not.toHaveProperty('token')
  const [cookie = ''] = response.headers.getSetCookie()
  expect(cookie).toMatch(
    /^__Host-kerbside-session=[^;]+; Max-Age=43200; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
  )
  const operator = { email: ADMINISTRATOR, role: 'administrator' }
  expect((await kerbside.me(cookieOf(response))).operator).toMatchObject(operator)
})

test('a wrong password, an unknown address and a disabled operator get the same answer', async () => {
  await kerbside.signedIn('viewer', 'gone@kerbside.example')
  await kerbside.administer('ban-user', 'gone@kerbside.example')
  const tries = [
    await kerbside.enter(ADMINISTRATOR, 'wrong', { address: '192.0.2.20' }),
    await kerbside.enter('nobody@kerbside.example', 'wrong', { address: '192.0.2.21' }),
    await kerbside.enter('gone@kerbside.example', PASSWORD, { address: '192.0.2.22' }),
    await kerbside.enter('no address', 'wrong', { address: '192.0.2.23' }),
  ]
  const problems: unknown[] = []
  for (const response of tries) {
    expect([response.status, response.headers.getSetCookie()]).toEqual([401, []])
    const { requestId, ...problem } = await response.json()
    problems.push(problem)
  }
  expect(problems).toEqual(Array(4).fill(problems[0]))
})

test('of 200 concurrent guesses, five are evaluated', async () => {
  await kerbside.signedIn('viewer', 'guessed@kerbside.example')
  const guesses = Array.from({ length: 200 }, (_, guess) =>
    kerbside.enter('guessed@kerbside.example', `guess number ${guess}`, {
      address: '198.51.100.1',
    }),
  )
  const statuses = (await Promise.all(guesses)).map(({ status }) => status)
  expect(statuses.filter((status) => status === 401)).toHaveLength(5)
  expect(statuses.filter((status) => status === 429)).toHaveLength(195)
  // The right password is refused there too, and accepted elsewhere.
  const there = await kerbside.enter('guessed@kerbside.example', PASSWORD, {
    address: '198.51.100.1',
  })
  expect([there.status, Number(there.headers.get('retry-after')) > 800]).toEqual([429, true])
  const elsewhere = await kerbside.enter('guessed@kerbside.example', PASSWORD, {
    address: '198.51.100.2',
  })
  expect(elsewhere.status).toBe(200)
  const written = (await kerbside.written()).filter(({ address }) => address === '198.51.100.1')
  const outcomes = [...Array(5).fill('sign-in-failed'), 'too-many-tries']
  expect(written.map(({ outcome }) => outcome).sort()).toEqual(outcomes)
})

// Not by signing in: each password takes a twentieth of a second.
test('of 400 guesses over many accounts each account’s share is allowed', async () => {
  const { loginThrottle } = kerbside.auth
  const guesses = Array.from({ length: 400 }, async (_, guess) => {
    const account = guess % 8
    const address = `198.51.100.${100 + (Math.floor(guess / 8) % 10)}`
    return loginThrottle.consume(`sprayed${account}@kerbside.example`, address).then(
      () => account,
      (error: ProblemError) => error.kind,
    )
  })
  const answers = await Promise.all(guesses)
  // Fifty each from ten addresses: twenty, and one at the slow rate.
  for (let account = 0; account < 8; account++)
    expect([account, answers.filter((answer) => answer === account).length]).toEqual([account, 21])
  expect(answers.filter((answer) => answer === 'too-many-tries')).toHaveLength(400 - 8 * 21)
  // The address remains open for other accounts.
  await loginThrottle.consume('spared@kerbside.example', '198.51.100.100')
})

test('distributed guesses are slowed down, and do not lock an operator out at a known address', async () => {
  const email = 'harried@kerbside.example'
  await kerbside.signedIn('viewer', email)
  // An account that does not exist is slowed down as any other.
  for (const guessed of [email, 'hunted@kerbside.example']) {
    const statuses: number[] = []
    for (let host = 1; host <= 24; host++)
      statuses.push(
        (await kerbside.enter(guessed, 'wrong', { address: `198.18.0.${host}` })).status,
      )
    // Twenty, and one at the slow rate.
    expect(statuses).toEqual([...Array(21).fill(401), 429, 429, 429])
  }
  expect((await kerbside.enter(email, PASSWORD, { address: '198.18.0.99' })).status).toBe(429)
  // Five failures lock a known address too.
  const home = await Promise.all([...Array(5)].map(() => kerbside.enter(email, 'wrong')))
  expect(home.map(({ status }) => status)).toEqual(Array(5).fill(401))
  expect((await kerbside.enter(email, PASSWORD)).status).toBe(429)
})

test.each([
  ['an hour without use', [59, 59, 61], [200, 200, 401]],
  ['twelve hours, however much it is used', Array(24).fill(30), [...Array(23).fill(200), 401]],
])('a session ends after %s', async (_, minutes, expected) => {
  const clock = createTestAuth(kerbside.store)
  const cookie = await clock.signedIn('administrator')
  const statuses: number[] = []
  for (const passed of minutes) {
    clock.pass(passed * 60_000)
    statuses.push((await clock.me(cookie)).status)
  }
  expect(statuses).toEqual(expected)
})

test('signing in again and signing out end the previous session', async () => {
  const first = await kerbside.signedIn('dispatcher')
  const second = cookieOf(
    await kerbside.enter('dispatcher@kerbside.example', PASSWORD, { cookie: first }),
  )
  expect(second).not.toBe(first)
  expect([(await kerbside.me(first)).status, (await kerbside.me(second)).status]).toEqual([
    401, 200,
  ])
  const out = await kerbside.api(request('/api/auth/sign-out', { body: {}, cookie: second }))
  expect(out.headers.get('clear-site-data')).toBe('"cache", "storage"')
  expect((await kerbside.me(second)).status).toBe(401)
})

test('signing out everywhere ends one’s own sessions only', async () => {
  const here = await kerbside.signedIn('viewer')
  const there = await kerbside.signedIn('viewer')
  const other = await kerbside.signedIn('dispatcher')
  const ask = (more: Parameters<typeof request>[1]) =>
    kerbside.api(request('/api/auth/revoke-sessions', { body: {}, ...more }))
  expect((await ask({})).status).toBe(401)
  expect(
    (await ask({ cookie: here, headers: { origin: 'https://elsewhere.example' } })).status,
  ).toBe(403)
  const out = await ask({ cookie: here })
  expect([out.status, out.headers.get('clear-site-data')]).toEqual([200, '"cache", "storage"'])
  expect(out.headers.getSetCookie()[0]).toMatch(/^__Host-kerbside-session=; Max-Age=0;/)
  const statuses = await Promise.all(
    [here, there, other].map(async (one) => (await kerbside.me(one)).status),
  )
  expect(statuses).toEqual([401, 401, 200])
  const email = 'viewer@kerbside.example'
  const entry = { operatorEmail: email, action: 'end-sessions', subject: email }
  expect((await kerbside.written()).at(-1)).toMatchObject(entry)
})

test('changes are accepted from Kerbside’s own pages only', async () => {
  const origins = ['https://elsewhere.example', 'null', 'http://kerbside.example'].map(
    (origin) => ({
      origin,
    }),
  )
  const sites = ['cross-site', 'same-site', 'none'].map((site) => ({ 'sec-fetch-site': site }))
  for (const headers of [...origins, ...sites]) {
    const response = await kerbside.enter(ADMINISTRATOR, PASSWORD, { headers })
    expect([headers, response.status, response.headers.getSetCookie()]).toEqual([headers, 403, []])
  }
})

test('during a database outage a verified session remains valid and sign-ins are refused', async () => {
  const offline = createTestAuth(kerbside.store)
  const unverified = await offline.signedIn('administrator')
  const cookie = await offline.signedIn('administrator')
  const ask = async () => (await offline.me(cookie)).status
  expect(await ask()).toBe(200)
  await offline.store.close()
  expect(await ask()).toBe(200)
  const other = await offline.api(request('/api/me', { cookie: unverified }))
  const again = await offline.enter(ADMINISTRATOR)
  for (const response of [other, again])
    expect(await statusAndKind(response)).toEqual([503, 'store-unreachable'])
  offline.pass(10 * 60_000)
  expect(await ask()).toBe(503)
})
