import { expect, test } from 'vitest'
import type { Role } from '@/lib/api/contract/operators'
import { createTestAuth, dataOf, request, statusAndKind, withTestAuth } from '@/lib/testing/auth'

const DAY_SECONDS = 86_400
const kerbside = withTestAuth('administrator', 'dispatcher', 'viewer')
const { cookies } = kerbside

function make(cookie: string, role: Role, more: Record<string, unknown> = {}) {
  const body = { name: 'Night report', expiresIn: DAY_SECONDS, metadata: { role }, ...more }
  return kerbside.api(request('/api/auth/api-key/create', { cookie, body }))
}

async function made(cookie: string, role: Role) {
  const { id, key } = await (await make(cookie, role)).json()
  return { id: id as string, key: key as string }
}

/** As a script does: no cookie, no origin. */
function ask(token: string, path = '/api/me', method = 'GET', body?: unknown) {
  const headers = new Headers({
    authorization: `Bearer ${token}`,
    'x-kerbside-address': '192.0.2.40',
  })
  if (body !== undefined) headers.set('content-type', 'application/json')
  const sent = body === undefined ? null : JSON.stringify(body)
  return kerbside.api(
    new Request(`https://kerbside.example${path}`, { method, headers, body: sent }),
  )
}

test('a token has a role no higher than its maker’s, and is shown once', async () => {
  expect(await statusAndKind(await make(cookies.dispatcher, 'administrator'))).toEqual([
    403,
    'role-required',
  ])
  const { key } = await made(cookies.dispatcher, 'viewer')
  expect(key).toMatch(/^kerbside_\w{64}$/)
  const { operator } = await dataOf(await ask(key))
  expect(operator).toMatchObject({ email: 'dispatcher@kerbside.example', role: 'viewer' })
  const listed = await kerbside.api(
    request('/api/auth/api-key/list', { cookie: cookies.dispatcher }),
  )
  const text = await listed.text()
  expect([text.includes('Night report'), text.includes(key)]).toEqual([true, false])
  for (const more of [{ expiresIn: 366 * DAY_SECONDS }, { expiresIn: null }, { prefix: 'x' }])
    expect((await make(cookies.dispatcher, 'viewer', more)).status).toBe(400)
})

test('a token counts no more than its operator’s present role, and ends with the operator', async () => {
  const email = 'promoted@kerbside.example'
  const cookie = await kerbside.signedIn('dispatcher', email)
  const { key } = await made(cookie, 'dispatcher')
  const roleOf = async () => (await dataOf(await ask(key)))?.operator.role
  expect(await roleOf()).toBe('dispatcher')
  await kerbside.administer('set-role', email, { role: 'viewer' })
  expect(await roleOf()).toBe('viewer')
  await kerbside.administer('set-role', email, { role: 'administrator' })
  expect(await roleOf()).toBe('dispatcher')
  await kerbside.administer('ban-user', email)
  expect((await ask(key)).status).toBe(401)
  await kerbside.administer('unban-user', email)
  expect(await roleOf()).toBe('dispatcher')
  await kerbside.administer('remove-user', email)
  expect((await ask(key)).status).toBe(401)
})

test.each(['owner', ''])(
  'a token whose stored role is “%s” is refused, and can be revoked',
  async (role) => {
    const { id, key } = await made(cookies.viewer, 'viewer')
    expect((await ask(key)).status).toBe(200)
    const metadata = JSON.stringify(role === '' ? {} : { role })
    await kerbside.store.query('update api_keys set metadata = $1 where id = $2', [metadata, id])
    expect((await ask(key)).status).toBe(401)
    const { tokens } = await dataOf(
      await kerbside.api(request('/api/tokens', { cookie: cookies.administrator })),
    )
    expect(tokens).toContainEqual(expect.objectContaining({ id, role: null }))
  },
)

test('what a token does is audited with its name, and changes need no origin', async () => {
  const { key } = await made(cookies.viewer, 'viewer')
  const done = await ask(key, '/api/audit/export', 'POST', { subject: 'list', rows: 1 })
  expect(done.status).toBe(200)
  expect((await kerbside.written()).at(-1)).toMatchObject({
    operatorEmail: 'viewer@kerbside.example · token Night report',
    action: 'export',
    address: '192.0.2.40',
  })
})

test('a token makes no accounts, passwords, second factors or tokens', async () => {
  const { key } = await made(cookies.administrator, 'administrator')
  const id = await kerbside.idOf('viewer@kerbside.example')
  const invitation = { email: 'x@kerbside.example', role: 'viewer' }
  const token = { name: 'More', expiresIn: DAY_SECONDS, metadata: { role: 'viewer' } }
  const statuses = [
    await ask(key, '/api/operators', 'POST', invitation),
    await ask(key, `/api/operators/${id}/reset`, 'POST', {}),
    await ask(key, '/api/auth/admin/remove-user', 'POST', { userId: id }),
    await ask(key, '/api/auth/api-key/create', 'POST', token),
  ].map(({ status }) => status)
  expect(statuses).toEqual([401, 401, 401, 401])
  expect((await ask(key, '/api/operators')).status).toBe(200)
})

test('administrators see all tokens with their last use, and revoke them', async () => {
  const { id, key } = await made(cookies.viewer, 'viewer')
  await ask(key)
  const listed = async (cookie: string) => {
    const response = await kerbside.api(request('/api/tokens', { cookie }))
    return response.ok ? (await dataOf(response)).tokens : response.status
  }
  expect(await listed(cookies.viewer)).toBe(403)
  const token = (await listed(cookies.administrator)).find((one: { id: string }) => one.id === id)
  expect(token).toMatchObject({
    email: 'viewer@kerbside.example',
    role: 'viewer',
    lastUsedAt: expect.any(String),
  })
  const revoke = (cookie: string) =>
    kerbside.api(request(`/api/tokens/${id}`, { method: 'DELETE', cookie, body: {} }))
  expect((await revoke(cookies.viewer)).status).toBe(403)
  expect((await revoke(cookies.administrator)).status).toBe(200)
  expect((await ask(key)).status).toBe(401)
})

test('its owner revokes a token; nobody else’s is found', async () => {
  const { id, key } = await made(cookies.viewer, 'viewer')
  const revoke = (cookie: string) =>
    kerbside.api(request('/api/auth/api-key/delete', { cookie, body: { keyId: id } }))
  expect((await revoke(cookies.dispatcher)).status).toBe(404)
  expect((await ask(key)).status).toBe(200)
  expect((await revoke(cookies.viewer)).status).toBe(200)
  expect((await ask(key)).status).toBe(401)
})

test('a session older than a quarter of an hour makes no token', async () => {
  const cookie = await kerbside.signedIn('viewer', 'left-open@kerbside.example')
  await kerbside.store.query("update sessions set created_at = now() - interval '16 minutes'")
  expect(await statusAndKind(await make(cookie, 'viewer'))).toEqual([403, 'SESSION_NOT_FRESH'])
})

test('without the database a token is neither valid nor unknown', async () => {
  const { key } = await made(await kerbside.signedIn('viewer', 'last@kerbside.example'), 'viewer')
  const fresh = createTestAuth(kerbside.store)
  await kerbside.store.close()
  const headers = { authorization: `Bearer ${key}` }
  expect((await fresh.api(request('/api/me', { headers }))).status).toBe(503)
})
