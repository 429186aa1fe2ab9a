import { expect, test } from 'vitest'
import {
  STATUS_READINGS_MAXIMUM,
  type StatusReadingEntry,
} from '@/lib/api/contract/status-readings'
import {
  createMemoryReadings,
  createSqlReadings,
} from '@/lib/fleet/status-readings/status-readings'
import { apiOver } from '@/lib/testing/api'
import { dataOf, request, statusAndKind, withTestAuth } from '@/lib/testing/auth'

const kerbside = withTestAuth('administrator')

/** A node of its own over the one store. */
function node() {
  const readings = createSqlReadings(kerbside.store.db)
  const api = apiOver({
    statusReadings: async () => readings,
    access: async () => kerbside.auth.access,
  })
  const cookie = kerbside.cookies.administrator
  return {
    list: async (by = cookie): Promise<StatusReadingEntry[]> =>
      dataOf(await api(request('/api/status-readings', { cookie: by }))),
    read: (status: string, of: string | null, by = cookie) =>
      api(request('/api/status-readings', { method: 'PUT', body: { status, of }, cookie: by })),
  }
}

test('what an administrator says of a status is known to every node, in every spelling, and is audited', async () => {
  const dispatcher = await kerbside.signedIn('dispatcher')
  const before = (await kerbside.written()).length
  const one = node()
  const other = node()
  expect((await one.read('Hovering', 'free')).status).toBe(200)
  expect(await other.list(dispatcher)).toEqual([
    { status: 'Hovering', of: 'free', readBy: 'The administrator' },
  ])
  expect((await other.read(' HOVERING', 'off')).status).toBe(200)
  expect(await one.list()).toMatchObject([{ status: ' HOVERING', of: 'off' }])
  expect((await one.read('hovering', 'busy', dispatcher)).status).toBe(403)
  expect((await one.read('hovering', null)).status).toBe(200)
  expect(await other.list()).toEqual([])
  expect((await one.read('hovering', null)).status).toBe(404)
  const written = (await kerbside.written()).slice(before)
  expect(written.map(({ subject, outcome }) => [subject, outcome])).toEqual([
    ['Hovering: free', 'ok'],
    [' HOVERING: off', 'ok'],
    [null, 'role-required'],
    ['hovering: no reading', 'ok'],
  ])
})

test.each([
  ['', 'free'],
  [' - ', 'free'],
  ['a\u0000', 'free'],
  ['x'.repeat(129), 'free'],
  ['hovering', 'levitating'],
])('%j read as %s is refused', async (status, of) => {
  expect((await node().read(status, of)).status).toBe(400)
})

test('one reading more than there is room for is refused, another of a known status is not', async () => {
  const readings = createMemoryReadings()
  for (let n = 0; n < STATUS_READINGS_MAXIMUM; n++)
    expect(await readings.set(`status ${n}`, 'busy', null)).toBe(true)
  expect(await readings.set('one more', 'busy', null)).toBe(false)
  expect(await readings.set('Status 7', 'free', null)).toBe(true)
  const api = apiOver({
    statusReadings: async () => readings,
    access: async () => kerbside.auth.access,
  })
  const body = { status: 'one more', of: 'busy' }
  const cookie = kerbside.cookies.administrator
  const answer = await api(request('/api/status-readings', { method: 'PUT', body, cookie }))
  expect(await statusAndKind(answer)).toEqual([409, 'too-many-status-readings'])
})
