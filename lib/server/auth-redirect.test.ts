import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { request, withTestAuth } from '@/lib/testing/auth'
import { needsTurn } from './auth-redirect'

const kerbside = withTestAuth('viewer', 'administrator')
const { cookies } = kerbside

function waits(url: string, headers: IncomingMessage['headers'] = {}, auth = kerbside.auth) {
  const incoming = { url, headers } as IncomingMessage
  return needsTurn(incoming, { auth: async () => auth, trustedProxies: null })
}

async function makeToken(): Promise<{ id: string; key: string }> {
  const body = { name: 'Night report', expiresIn: 86_400, metadata: { role: 'viewer' } }
  const made = await kerbside.api(
    request('/api/auth/api-key/create', { cookie: cookies.viewer, body }),
  )
  return made.json()
}

test('requests without a session of ours wait; probes do not', async () => {
  expect(await waits('/sign-in')).toBe(true)
  expect(await waits('/api/me', { cookie: '__Host-kerbside-session=made-up.c2lnbmVk' })).toBe(true)
  expect(await waits('/api/me', { cookie: cookies.viewer })).toBe(false)
  expect(await waits('/api/health')).toBe(false)
})

test('a sign-in waits with a session too', async () => {
  expect(await waits('/api/auth/sign-in/email', { cookie: cookies.viewer })).toBe(true)
})

test('a token waits until it was verified, and again once it is revoked', async () => {
  const { id, key } = await makeToken()
  const headers = { authorization: `Bearer ${key}` }
  expect(await waits('/api/me', headers)).toBe(true)
  const used = await kerbside.api(request('/api/me', { headers }))
  expect(used.status).toBe(200)
  expect(await waits('/api/me', headers)).toBe(false)
  expect(await waits('/api/me', { authorization: 'Bearer kerbside_another' })).toBe(true)
  await kerbside.api(
    request(`/api/tokens/${id}`, { method: 'DELETE', cookie: cookies.administrator, body: {} }),
  )
  expect(await waits('/api/me', headers)).toBe(true)
})

test('a token that was verified more than ten minutes ago waits', async () => {
  const { key } = await makeToken()
  const headers = { authorization: `Bearer ${key}` }
  await kerbside.api(request('/api/me', { headers }))
  kerbside.pass(10 * 60_000)
  expect(await waits('/api/me', headers)).toBe(true)
})
