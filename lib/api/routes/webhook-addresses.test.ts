import { expect, test } from 'vitest'
import type { DataFrom } from '@/lib/api/client/call'
import { ProblemError } from '@/lib/api/contract/problem-error'
import { WEBHOOK_ADDRESSES_MAXIMUM } from '@/lib/api/contract/webhooks'
import type { Access } from '@/lib/auth/access'
import { apiOver } from '@/lib/testing/api'
import { dataOf, request, statusAndKind, withTestAuth } from '@/lib/testing/auth'
import { webhooksWith } from '@/lib/testing/webhooks'
import { createTokens } from '@/lib/webhooks/tokens'

const kerbside = withTestAuth('administrator')

const NOW_MS = Date.UTC(2026, 4, 1, 8, 30)

async function open(origin = 'https://kerbside.example', access: Partial<Access> = {}) {
  const cookie = kerbside.cookies.administrator
  const tokens = createTokens(kerbside.store.db, () => NOW_MS)
  const webhooks = { ...(await webhooksWith([])), tokens, waitingBytes: async () => 3 }
  const api = apiOver({
    webhooks: async () => webhooks,
    access: async () => ({ ...kerbside.auth.access, ...access }),
    originOf: () => origin,
    vehiclesByWebhook: async () => ({ here: 0, elsewhere: 0, none: 0, unread: 0 }),
    bookingRetentionDays: () => 30,
  })
  return {
    list: async (): Promise<DataFrom<'GET /api/webhooks'>> =>
      dataOf(await api(request('/api/webhooks', { cookie }))),
    add: (name: string, by = cookie) =>
      api(request('/api/webhooks', { body: { name }, cookie: by })),
    revoke: (id: string) => api(request(`/api/webhooks/${id}`, { method: 'DELETE', cookie })),
    find: (url: string) => tokens.find(url.slice(url.lastIndexOf('/') + 1)),
    deliver: (tokenId: string, receivedAtMs: number) =>
      webhooks.inbox.store([
        {
          id: String(receivedAtMs),
          tokenId,
          receivedAtMs,
          contentType: null,
          headers: [],
          body: Buffer.from('{}').toString('base64'),
        },
      ]),
  }
}

test('an address is made, waits for its first delivery, counts them, and ends when it is revoked', async () => {
  const kerbside = await open()
  const { id, url } = await dataOf(await kerbside.add(' Dispatch office '))
  expect(url).toMatch(/^https:\/\/kerbside\.example\/hooks\/[\w-]{43}$/)
  expect(kerbside.find(url)).toBe(id)
  const made = {
    id,
    name: 'Dispatch office',
    createdAt: '2026-05-01T08:30:00.000Z',
    revokedAt: null,
  }
  const listed = async () => (await kerbside.list()).addresses.find((one) => one.id === id)
  expect(await listed()).toEqual({
    ...made,
    createdBy: 'The administrator',
    deliveries: 0,
    lastReceivedAt: null,
  })

  await kerbside.deliver(id, NOW_MS + 2_000)
  await kerbside.deliver(id, NOW_MS + 1_000)
  expect(await listed()).toMatchObject({
    deliveries: 2,
    lastReceivedAt: '2026-05-01T08:30:02.000Z',
  })

  expect((await kerbside.revoke(id)).status).toBe(200)
  expect(await listed()).toMatchObject({ deliveries: 2, revokedAt: '2026-05-01T08:30:00.000Z' })
  expect(kerbside.find(url)).toBeNull()
  expect(await statusAndKind(await kerbside.revoke(id))).toEqual([404, 'not-found'])
})

test('an address is not made, and not revoked, unless that is audited', async () => {
  const { id } = await dataOf(await (await open()).add('Kept'))
  const auditWriter = () => async () => {
    throw new ProblemError('store-unreachable')
  }
  const failing = await open(undefined, { auditWriter })
  expect(await statusAndKind(await failing.add('Unaudited'))).toEqual([503, 'store-unreachable'])
  expect(await statusAndKind(await failing.revoke(id))).toEqual([503, 'store-unreachable'])
  const { addresses } = await failing.list()
  expect(addresses.find(({ name }) => name === 'Unaudited')).toBeUndefined()
  expect(addresses.find((one) => one.id === id)?.revokedAt).toBeNull()
})

test('making, revoking and what is refused are audit events with the name, without the token', async () => {
  const dispatcher = await kerbside.signedIn('dispatcher')
  const before = (await kerbside.written()).length
  const addresses = await open()
  const { id, url } = await dataOf(await addresses.add('Audited'))
  expect((await addresses.add('Refused', dispatcher)).status).toBe(403)
  await addresses.revoke(id)
  const written = (await kerbside.written()).slice(before)
  expect(written.map(({ action, subject, outcome }) => [action, subject, outcome])).toEqual([
    ['add-webhook', 'Audited', 'ok'],
    ['add-webhook', null, 'role-required'],
    ['revoke-webhook', 'Audited', 'ok'],
  ])
  expect(JSON.stringify(written)).not.toContain(url.slice(-43))
})

test('how addresses begin, and whether only this machine reaches them', async () => {
  expect(await (await open()).list()).toMatchObject({
    origin: 'https://kerbside.example',
    isLocal: false,
    retentionDays: 30,
    waitingBytes: 3,
    limit: { perSecond: 400, atOnce: 2_000 },
  })
  for (const origin of ['http://localhost:3000', 'http://127.0.0.1:3000', 'http://[::1]:3000'])
    expect(await (await open(origin)).list()).toMatchObject({ origin, isLocal: true })
})

test('one address more than there is room for is refused, and a revoked one makes room', async () => {
  const kerbside = await open()
  const inUse = async () =>
    (await kerbside.list()).addresses.filter(({ revokedAt }) => revokedAt === null)
  for (let n = (await inUse()).length; n < WEBHOOK_ADDRESSES_MAXIMUM; n++)
    expect((await kerbside.add(`Address ${n}`)).status).toBe(201)
  expect(await statusAndKind(await kerbside.add('One more'))).toEqual([409, 'too-many-webhooks'])
  await kerbside.revoke((await inUse())[0]?.id ?? '')
  expect((await kerbside.add('One more')).status).toBe(201)
  expect(await inUse()).toHaveLength(WEBHOOK_ADDRESSES_MAXIMUM)
})
