import { expect, test } from 'vitest'
import type { ServiceState } from '@/lib/api/contract/answers'
import { type HomeArea, type ListedArea, SAVED_AREAS_MAXIMUM } from '@/lib/api/contract/desk'
import { createMemoryDesk, createSqlDesk } from '@/lib/desk/desk'
import { apiOver } from '@/lib/testing/api'
import { dataOf, request, statusAndKind, withTestAuth } from '@/lib/testing/auth'
import { state } from '@/lib/testing/routes'

const kerbside = withTestAuth('administrator')

const centre: HomeArea = { name: 'Centre', position: { lat: 52.37, lng: 4.9 }, radius: 5000 }

/** A node of its own over the one store, at a time that the test sets. */
function node(now = () => Date.now()) {
  const desk = createSqlDesk(kerbside.store.db, now)
  const api = apiOver({
    desk: async () => desk,
    access: async () => kerbside.auth.access,
    upstream: async () => ({ state: () => state }) as never,
    home: async () => {
      const home = await desk.home()
      return home ? { home, isHomeSet: true } : { home: state.map.home, isHomeSet: true }
    },
    recordingFailure: async () => null,
  })
  const send = (method: string, path: string, cookie: string, body?: unknown) =>
    api(request(path, { method, cookie, body }))
  return {
    async home(cookie: string) {
      const { map }: ServiceState = await dataOf(await send('GET', '/api/service', cookie))
      return { home: map.home, isSet: map.isHomeSet }
    },
    setHome: (body: unknown, cookie: string) => send('PUT', '/api/desk/home', cookie, body),
    areas: async (cookie: string): Promise<ListedArea[]> =>
      dataOf(await send('GET', '/api/desk/areas', cookie)),
    save: (body: unknown, cookie: string) => send('PUT', '/api/desk/areas', cookie, body),
    remove: (name: string, list: string, cookie: string) =>
      send('DELETE', `/api/desk/areas?name=${encodeURIComponent(name)}&list=${list}`, cookie),
  }
}

test('the home area of the settings holds until a dispatcher sets another, for every node; audited', async () => {
  const dispatcher = await kerbside.signedIn('dispatcher')
  const viewer = await kerbside.signedIn('viewer')
  const before = (await kerbside.written()).length
  let atMs = Date.now()
  const one = node()
  const other = node(() => atMs)
  expect((await other.home(viewer)).home).toEqual(state.map.home)
  expect((await one.setHome(centre, viewer)).status).toBe(403)
  expect((await one.setHome(centre, dispatcher)).status).toBe(200)
  atMs += 2_000
  expect(await other.home(viewer)).toEqual({ home: centre, isSet: true })
  expect((await one.setHome({ ...centre, name: null }, dispatcher)).status).toBe(200)
  expect((await one.home(viewer)).home.name).toBeNull()
  const written = (await kerbside.written()).slice(before)
  expect(written.map(({ subject, outcome }) => [subject, outcome])).toEqual([
    [null, 'role-required'],
    ['Centre: 5000 m around 52.37,4.9', 'ok'],
    ['no name: 5000 m around 52.37,4.9', 'ok'],
  ])
})

test.each([
  { ...centre, name: '' },
  { ...centre, name: 'x'.repeat(61) },
  { ...centre, name: 'a\u0000' },
  { ...centre, position: { lat: 91, lng: 0 } },
  { ...centre, radius: 0 },
  { ...centre, radius: 1e9 },
])('a home area of %j is refused', async (body) => {
  expect((await node().setHome(body, kerbside.cookies.administrator)).status).toBe(400)
})

test('saved areas are of the desk or of one operator, and a viewer changes own ones only', async () => {
  const dispatcher = await kerbside.signedIn('dispatcher')
  const viewer = await kerbside.signedIn('viewer')
  const one = node()
  const north = { name: 'North', query: 'position=52,0', list: 'shared' }
  expect((await one.save(north, dispatcher)).status).toBe(200)
  expect((await one.save({ ...north, name: 'Mine', list: 'own' }, dispatcher)).status).toBe(200)
  expect((await one.save({ ...north, name: 'Hers', list: 'own' }, viewer)).status).toBe(200)
  expect((await one.save({ ...north, name: 'Ours' }, viewer)).status).toBe(403)
  expect((await one.remove('North', 'shared', viewer)).status).toBe(403)
  const names = async (cookie: string) => (await one.areas(cookie)).map(({ name }) => name)
  expect(await names(viewer)).toEqual(['Hers', 'North'])
  expect(await names(dispatcher)).toEqual(['Mine', 'North'])
  expect((await one.save({ ...north, query: 'position=53,0' }, dispatcher)).status).toBe(200)
  expect(await one.areas(viewer)).toContainEqual({
    name: 'North',
    query: 'position=53,0',
    list: 'shared',
    savedBy: expect.stringContaining('dispatcher'),
  })
  expect((await one.remove('Mine', 'shared', dispatcher)).status).toBe(200)
  expect(await names(dispatcher)).toEqual(['Mine', 'North'])
  expect((await one.remove('North', 'shared', dispatcher)).status).toBe(200)
  expect(await names(dispatcher)).toEqual(['Mine'])
})

test('one area more than there is room for is refused, another form of a known one is not', async () => {
  const desk = createMemoryDesk()
  for (let n = 0; n < SAVED_AREAS_MAXIMUM; n++)
    expect(await desk.saveArea(null, { name: `area ${n}`, query: '' }, null)).toBe(true)
  expect(await desk.saveArea(null, { name: 'one more', query: '' }, null)).toBe(false)
  expect(await desk.saveArea(null, { name: 'area 7', query: 'radius=5' }, null)).toBe(true)
  const api = apiOver({ desk: async () => desk, access: async () => kerbside.auth.access })
  const body = { name: 'one more', query: '', list: 'shared' }
  const cookie = kerbside.cookies.administrator
  const answer = await api(request('/api/desk/areas', { method: 'PUT', body, cookie }))
  expect(await statusAndKind(answer)).toEqual([409, 'too-many-saved-areas'])
})

test('while the store is away the home area stays as it was last read', async () => {
  let isAway = false
  const db = new Proxy(kerbside.store.db, {
    get(target, name) {
      if (isAway) throw new Error('away')
      return Reflect.get(target, name)
    },
  })
  let atMs = 0
  const desk = createSqlDesk(db, () => atMs)
  await desk.setHome(centre, null)
  expect(await desk.home()).toEqual(centre)
  isAway = true
  atMs += 60_000
  expect(await desk.home()).toEqual(centre)
})
