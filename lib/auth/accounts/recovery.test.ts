import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { passkeys } from '@/lib/store/schema'
import {
  cookieOf,
  createTestAuth,
  dataOf,
  nextStepOf,
  PASSWORD,
  request,
  setUpTwoFactor,
  statusAndKind,
  withTestAuth,
} from '@/lib/testing/auth'

const kerbside = withTestAuth('administrator')
const { cookies } = kerbside

const ADMINISTRATOR = 'administrator@kerbside.example'
const NEW_PASSWORD = 'seven green taxis'

const CHANGES = {
  resetOperator: ['POST', '/reset'],
  turnTwoFactorOff: ['DELETE', '/two-factor'],
  unlock: ['DELETE', '/lock'],
} as const

/** Of an administrator, to an operator. */
async function act(change: keyof typeof CHANGES, email: string, from = cookies.administrator) {
  const id = await kerbside.idOf(email)
  const [method, path] = CHANGES[change]
  return kerbside.api(request(`/api/operators/${id}${path}`, { cookie: from, body: {}, method }))
}

async function resetLink(email: string): Promise<string> {
  const { url } = z.object({ url: z.url() }).parse(await dataOf(await act('resetOperator', email)))
  expect(url).toMatch(/^https:\/\/kerbside\.example\/reset-password#[\w-]{43}$/)
  return new URL(url).hash.slice(1)
}

function reset(secret: string, password = NEW_PASSWORD) {
  return kerbside.api(request('/api/auth/reset', { body: { secret, password } }))
}

const invite = (email: string, role: string) =>
  kerbside.api(request('/api/operators', { cookie: cookies.administrator, body: { email, role } }))
const statusOf = async (theirs: string) => (await kerbside.me(theirs)).status
/** Status of a session, and why it ended. */
const endOf = async (theirs: string) => {
  const status = await statusOf(theirs)
  return [
    status,
    (await dataOf(await kerbside.api(request('/api/auth', { cookie: theirs })))).ended,
  ]
}
const lastEntry = async () => (await kerbside.written()).at(-1)

test('an administrator’s reset link sets a new password once, and ends every session', async () => {
  const email = 'forgetful@kerbside.example'
  const theirs = await kerbside.signedIn('viewer', email)
  const replaced = await resetLink(email)
  expect(await endOf(theirs)).toEqual([401, 'reset'])
  const secret = await resetLink(email)
  const entry = {
    operatorEmail: ADMINISTRATOR,
    action: 'reset-password',
    subject: email,
    outcome: 'ok',
  }
  expect(await lastEntry()).toMatchObject(entry)
  const link = await kerbside.api(request('/api/auth/reset/link', { body: { secret } }))
  expect(await dataOf(link)).toEqual({ name: 'The viewer', email })
  expect((await kerbside.enter(email)).status).toBe(200)
  const weak = await reset(secret, 'forgetful@kerbside.example')
  expect([weak.status, (await weak.json()).allowed]).toEqual([
    400,
    expect.stringContaining('your name'),
  ])
  const passkey = { userId: await kerbside.idOf(email), publicKey: '', counter: 0 }
  await kerbside.store.db
    .insert(passkeys)
    .values({ ...passkey, id: 'p', credentialID: 'c', deviceType: 'singleDevice', backedUp: false })
  const answers = await Promise.all([reset(secret), reset(secret), reset(replaced)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  expect(await kerbside.store.db.$count(passkeys)).toBe(0)
  expect((await kerbside.enter(email)).status).toBe(401)
  expect((await kerbside.enter(email, NEW_PASSWORD)).status).toBe(200)
  const changes = (await kerbside.written()).filter(({ action }) => action === 'change-password')
  expect(changes).toMatchObject([{ operatorEmail: email, subject: 'reset link', outcome: 'ok' }])
})

test('a reset link ends after a day, with its operator disabled, and with its administrator demoted', async () => {
  const email = 'late@kerbside.example'
  await kerbside.signedIn('viewer', email)
  const secret = await resetLink(email)
  const later = createTestAuth(kerbside.store)
  later.pass(86_400_000)
  await expect(later.auth.recovery.find(secret)).rejects.toMatchObject({ kind: 'link-ended' })
  await kerbside.administer('ban-user', email)
  expect((await reset(secret)).status).toBe(410)
  await kerbside.administer('unban-user', email)
  const demoted = await kerbside.signedIn('administrator', 'demoted@kerbside.example')
  const theirs = await dataOf(await act('resetOperator', email, demoted))
  await kerbside.administer('set-role', 'demoted@kerbside.example', { role: 'viewer' })
  expect((await reset(new URL(theirs.url).hash.slice(1))).status).toBe(410)
})

test('a lost authenticator is switched off: the password alone signs in, and sessions end', async () => {
  const email = 'phoneless@kerbside.example'
  const { code, confirm } = await setUpTwoFactor(kerbside, email)
  const theirs = cookieOf(await confirm(code()))
  expect(await nextStepOf(await kerbside.enter(email))).toBe('code')
  expect((await act('turnTwoFactorOff', email)).status).toBe(200)
  expect(await endOf(theirs)).toEqual([401, 'ended'])
  const entry = {
    operatorEmail: ADMINISTRATOR,
    action: 'change-two-factor',
    subject: `${email}: off`,
  }
  expect(await lastEntry()).toMatchObject(entry)
  expect(await nextStepOf(await kerbside.enter(email))).toBe('done')
})

test('unlocking lets the right password in at once', async () => {
  const email = 'locked@kerbside.example'
  await kerbside.signedIn('viewer', email)
  const enter = (password: string) => kerbside.enter(email, password, { address: '198.51.100.9' })
  for (let guess = 0; guess < 6; guess++) await enter('wrong')
  expect(await statusAndKind(await enter(PASSWORD))).toEqual([429, 'too-many-tries'])
  expect((await act('unlock', email)).status).toBe(200)
  expect(await lastEntry()).toMatchObject({ action: 'unlock', subject: email })
  expect((await enter(PASSWORD)).status).toBe(200)
})

test('a deleted operator is gone, and can be invited again', async () => {
  const email = 'leaver@kerbside.example'
  const theirs = await kerbside.signedIn('dispatcher', email)
  expect(
    (await kerbside.administer('remove-user', email, { cookie: cookies.administrator })).status,
  ).toBe(200)
  expect(await endOf(theirs)).toEqual([401, 'deleted'])
  expect(await kerbside.idOf(email)).toBe('')
  expect(await lastEntry()).toMatchObject({
    operatorEmail: ADMINISTRATOR,
    action: 'delete',
    subject: email,
  })
  expect((await kerbside.enter(email)).status).toBe(401)
  expect(await statusOf(await kerbside.signedIn('viewer', email))).toBe(200)
})

test('a disabled operator is invited again: the link enables them, with a new password and role', async () => {
  const email = 'returning@kerbside.example'
  const { code, confirm } = await setUpTwoFactor(kerbside, email)
  await confirm(code())
  const id = await kerbside.idOf(email)
  await kerbside.administer('ban-user', email)
  const secret = new URL((await dataOf(await invite(email, 'dispatcher'))).url).hash.slice(1)
  expect((await kerbside.enter(email)).status).toBe(401)
  const acceptance = { secret, name: 'Returned', email: null, password: NEW_PASSWORD }
  const accepted = await kerbside.api(request('/api/auth/accept', { body: acceptance }))
  expect(await dataOf(accepted)).toEqual({ email })
  const returned = { id, role: 'dispatcher', name: 'Returned', twoFactor: false }
  const entered = cookieOf(await kerbside.enter(email, NEW_PASSWORD))
  expect((await kerbside.me(entered)).operator).toMatchObject(returned)
  expect((await kerbside.enter(email)).status).toBe(401)
})

test('an expired invitation is still listed, and can be made again', async () => {
  const later = createTestAuth(kerbside.store)
  later.pass(8 * 86_400_000)
  const email = 'expired@kerbside.example'
  await invite(email, 'viewer')
  expect((await later.auth.invitations.list()).map((one) => one.email)).toContain(email)
  expect((await invite(email, 'viewer')).status).toBe(201)
  expect(
    (await kerbside.auth.invitations.list()).filter((one) => one.email === email),
  ).toHaveLength(1)
})

const byOwnAccount = {
  resetOperator: () => act('resetOperator', ADMINISTRATOR),
  turnTwoFactorOff: () => act('turnTwoFactorOff', ADMINISTRATOR),
  disable: () => administerOneself('ban-user'),
  delete: () => administerOneself('remove-user'),
}
const administerOneself = (path: 'ban-user' | 'remove-user') =>
  kerbside.administer(path, ADMINISTRATOR, { cookie: cookies.administrator })

test.each(Object.entries(byOwnAccount))(
  '%s of one’s own account is refused and audited',
  async (_, change) => {
    expect(await statusAndKind(await change())).toEqual([409, 'own-account'])
    expect(await lastEntry()).toMatchObject({ subject: ADMINISTRATOR, outcome: 'own-account' })
    expect(await statusOf(cookies.administrator)).toBe(200)
  },
)

test('two administrators who delete each other: one is left', async () => {
  const other = await kerbside.signedIn('administrator', 'other@kerbside.example')
  const statuses = await Promise.all([
    kerbside.administer('remove-user', 'other@kerbside.example', {
      cookie: cookies.administrator,
    }),
    kerbside.administer('remove-user', ADMINISTRATOR, { cookie: other }),
  ])
  const operators = await kerbside.auth.operators.list()
  const left = operators.filter(({ role, disabled }) => role === 'administrator' && !disabled)
  expect([statuses.filter(({ ok }) => ok).length, left.length]).toEqual([1, 1])
  expect((await kerbside.enter(left[0]?.email ?? '')).status).toBe(200)
})

test('an administrator who is demoted while they delete the other one deletes nothing', async () => {
  const { store } = kerbside
  const kept = 'kept@kerbside.example'
  const late = await kerbside.signedIn('administrator', 'late@kerbside.example')
  await kerbside.signedIn('administrator', kept)
  const demote = `update operators set role = 'viewer' where email <> '${kept}'`
  // After the check whether there is another administrator.
  const count = vi.spyOn(store.db, '$count').mockImplementationOnce((async () => {
    await store.query(demote)
    return 1
  }) as never)
  const answer = await kerbside.administer('remove-user', kept, { cookie: late })
  count.mockRestore()
  expect(await statusAndKind(answer)).toEqual([403, 'role-required'])
  expect((await kerbside.enter(kept)).status).toBe(200)
})
