import { expect, test } from 'vitest'
import {
  cookieOf,
  createTestAuth,
  dataOf,
  PASSWORD,
  readMe,
  request,
  signedIn,
  statusAndKind,
  withTestAuth,
} from '@/lib/testing/auth'
import { setUpTwoFactor } from '@/lib/testing/two-factor'

const kerbside = withTestAuth('administrator')

const statusOf = async (cookie: string) => (await readMe(kerbside, cookie)).status

async function endedOf(cookie: string | undefined) {
  const response = await kerbside.routes.signInOptions(request('/api/auth', { cookie }))
  return (await dataOf(response)).ended
}

function turnOff(cookie: string, code: string, password = PASSWORD) {
  const body = { password, code }
  return kerbside.routes.endTwoFactor(request('/api/auth/two-factor', { cookie, body, method: 'DELETE' }))
}

test('two-factor: a wrong first code is audited as one, and switching on ends the other sessions', async () => {
  const email = 'careful@kerbside.example'
  const other = await signedIn(kerbside, 'viewer', email)
  const { code, confirm } = await setUpTwoFactor(kerbside, email)
  expect(await statusAndKind(await confirm('000000'))).toEqual([401, 'wrong-code'])
  expect((await kerbside.written()).at(-1)).toMatchObject({
    action: 'change-two-factor',
    outcome: 'wrong-code',
  })
  const confirmed = await confirm(await code())
  expect(confirmed.status).toBe(200)
  expect(await statusOf(cookieOf(confirmed))).toBe(200)
  expect([await statusOf(other), await endedOf(other)]).toEqual([401, 'changed'])
})

test('two-factor is not switched off without a code, and a code does it once', async () => {
  const { backupCodes, code, confirm } = await setUpTwoFactor(kerbside, 'thief@kerbside.example')
  const cookie = cookieOf(await confirm(await code()))
  const isOn = async (session: string) => (await readMe(kerbside, session)).operator.twoFactor
  expect(await statusAndKind(await turnOff(cookie, '000000'))).toEqual([401, 'wrong-code'])
  const used = await code()
  expect(await statusAndKind(await turnOff(cookie, used, 'wrong'))).toEqual([401, 'sign-in-failed'])
  expect(await statusAndKind(await turnOff(cookie, used))).toEqual([401, 'wrong-code'])
  expect(await isOn(cookie)).toBe(true)
  const off = await turnOff(cookie, backupCodes[0] ?? '')
  expect([off.status, await isOn(cookieOf(off))]).toEqual([200, false])
})

test.each([
  [PASSWORD, 'other than the current one'],
  ['password1234', 'among the first'],
  ['choosy@kerbside.example', 'your name'],
])('a new password of %j is refused: %s', async (password, reason) => {
  const cookie = await signedIn(kerbside, 'viewer', 'choosy@kerbside.example')
  const body = { current: PASSWORD, password }
  const response = await kerbside.routes.changePassword(request('/api/auth/password', { cookie, body }))
  expect([response.status, (await response.json()).allowed]).toEqual([400, expect.stringContaining(reason)])
})

test('the sign-in page learns how this browser’s session ended, and strangers learn nothing', async () => {
  const email = 'leaving@kerbside.example'
  const idle = await signedIn(kerbside, 'viewer', email)
  const later = createTestAuth(kerbside.store)
  later.pass(2 * 3_600_000)
  const response = await later.routes.signInOptions(request('/api/auth', { cookie: idle }))
  expect(await dataOf(response)).toMatchObject({ signedIn: false, ended: 'expired', needsSetUp: false })
  await kerbside.routes.signOutEverywhere(request('/api/me/sessions', { cookie: idle, method: 'DELETE' }))
  expect(await endedOf(idle)).toBe('everywhere')
  const [name, value = ''] = idle.split('=', 2)
  const forged = `${name}=${decodeURIComponent(value).split('.')[0]}.${'A'.repeat(43)}=`
  for (const cookie of [undefined, forged, `${name}=%`, `${name}=a.b`])
    expect(await endedOf(cookie)).toBe(null)
})
