import { expect, test } from 'vitest'
import {
  cookieOf,
  createTestAuth,
  PASSWORD,
  request,
  setUpTwoFactor,
  statusAndKind,
  TEST_SECRET,
} from '@/lib/testing/auth'
import { withPglite } from '@/lib/testing/stores'
import type { Secrets } from './secrets'

const OTHER_SECRET = 'another secret of the tests, long enough'
const store = withPglite()

const authWith = (secrets: Secrets) => createTestAuth(store(), {}, null, secrets)

type Node = ReturnType<typeof authWith>

async function enterCode(node: Node, email: string, code: string) {
  const first = await node.enter(email, PASSWORD)
  const path = /^\d{6}$/.test(code) ? 'verify-totp' : 'verify-backup-code'
  const answer = await node.api(
    request(`/api/auth/two-factor/${path}`, { cookie: cookieOf(first), body: { code } }),
  )
  return answer.ok ? [200, 'ok'] : statusAndKind(answer)
}

test('another secret is named as the cause, and the earlier one lets operators in again', async () => {
  const before = authWith({ current: TEST_SECRET, earlier: [] })
  await before.auth.takeOverSecret()
  const email = 'two-factor@kerbside.example'
  const { code, confirm, backupCodes } = await setUpTwoFactor(before, email)
  expect((await confirm(code())).status).toBe(200)
  const [backupCode = ''] = backupCodes

  const without = authWith({ current: OTHER_SECRET, earlier: [] })
  await without.auth.takeOverSecret()
  expect(without.faults).toEqual([
    'KERBSIDE_SECRET is another one than at the last start: everybody is signed out',
    expect.stringContaining('1 operators cannot sign in with their second factor'),
  ])
  for (const given of ['123456', backupCode])
    expect(await enterCode(without, email, given)).toEqual([503, 'two-factor-unreadable'])
  expect(without.faults.at(-1)).toContain('encrypted with another KERBSIDE_SECRET')
  expect(without.faults.join()).not.toContain(email)

  const rotated = authWith({ current: OTHER_SECRET, earlier: [TEST_SECRET] })
  await rotated.auth.takeOverSecret()
  expect(rotated.faults).toEqual([expect.stringContaining('1 second factors are now encrypted')])
  expect(await enterCode(rotated, email, backupCode)).toEqual([200, 'ok'])

  // The earlier secret is not needed any more.
  const after = authWith({ current: OTHER_SECRET, earlier: [] })
  await after.auth.takeOverSecret()
  expect(after.faults).toEqual([])
  expect(await enterCode(after, email, backupCodes[1] ?? '')).toEqual([200, 'ok'])
})

test('after a change of the secret passwords and tokens are valid, and sessions are not', async () => {
  const before = authWith({ current: TEST_SECRET, earlier: [] })
  const cookie = await before.signedIn('dispatcher')
  const token = { name: 'Night report', expiresIn: 86_400, metadata: { role: 'viewer' } }
  const made = await before.api(request('/api/auth/api-key/create', { cookie, body: token }))
  const { key } = await made.json()

  const after = authWith({ current: OTHER_SECRET, earlier: [TEST_SECRET] })
  expect((await after.me(cookie)).status).toBe(401)
  expect((await after.enter('dispatcher@kerbside.example')).status).toBe(200)
  const headers = { authorization: `Bearer ${key}` }
  expect((await after.api(request('/api/me', { headers }))).status).toBe(200)
})
