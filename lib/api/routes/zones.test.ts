import { expect, test } from 'vitest'
import type { NewZone, ZoneList, ZoneToSave } from '@/lib/api/contract/zones'
import { apiOver } from '@/lib/testing/api'
import { dataOf, request, statusAndKind, withTestAuth } from '@/lib/testing/auth'
import { zonesOfQuarters } from '@/lib/zones/quarters'
import { zonesFault } from '@/lib/zones/shapes/check-zones'
import { createMemoryZones, createSqlZones } from '@/lib/zones/zones'

const kerbside = withTestAuth('administrator')

const port: NewZone = {
  name: 'Port',
  colour: 'blue',
  shape: { kind: 'circle', centre: { lat: 1, lng: 2 }, radius: 300 },
  fewestFree: 2,
  mostFree: null,
}
const airport: NewZone = { ...port, name: 'Airport', colour: 'red' }
const added = (zone: NewZone): ZoneToSave => ({ ...zone, id: null })

/** A node of its own over the one store, at a time that the test sets. */
function node(now = () => Date.now()) {
  const store = createSqlZones(kerbside.store.db, now)
  const api = apiOver({
    zones: async () => store,
    access: async () => kerbside.auth.access,
  })
  return {
    list: async (cookie: string): Promise<ZoneList> =>
      dataOf(await api(request('/api/zones', { cookie }))),
    put: (version: number, zones: readonly ZoneToSave[], cookie: string) =>
      api(request('/api/zones', { method: 'PUT', cookie, body: { version, zones } })),
  }
}

test('zones are of the desk: for every node, changed by dispatchers, audited', async () => {
  const dispatcher = await kerbside.signedIn('dispatcher')
  const viewer = await kerbside.signedIn('viewer')
  const before = (await kerbside.written()).length
  let atMs = Date.now()
  const one = node()
  const other = node(() => atMs)
  expect(await other.list(viewer)).toEqual({ version: 0, zones: [] })
  expect((await one.put(0, [added(port)], viewer)).status).toBe(403)
  expect((await one.put(0, [added(port), added(airport)], dispatcher)).status).toBe(200)
  atMs += 2_000
  const list = await other.list(viewer)
  expect(list).toMatchObject({ version: 1, zones: [port, airport] })

  // Made of the list before the change.
  const late = await other.put(0, [], dispatcher)
  expect(await statusAndKind(late)).toEqual([409, 'zones-changed'])

  const [first, second] = list.zones
  const moved = [second, { ...first, mostFree: 9 }] as ZoneToSave[]
  expect((await other.put(1, moved, dispatcher)).status).toBe(200)
  expect((await other.list(viewer)).zones.map(({ id }) => id)).toEqual([second?.id, first?.id])
  // Unchanged, it is no change.
  const same = await dataOf(await other.put(2, moved, dispatcher))
  expect(same.version).toBe(2)
  expect((await other.put(2, [], dispatcher)).status).toBe(200)

  const written = (await kerbside.written()).slice(before)
  expect(written.map(({ subject, outcome }) => [subject, outcome])).toEqual([
    [null, 'role-required'],
    ['added Port, Airport', 'ok'],
    ['changed Port', 'ok'],
    ['removed Airport, Port', 'ok'],
  ])
})

test('a deleted zone that is put back has its own id again, and no id is given twice', async () => {
  const dispatcher = await kerbside.signedIn('dispatcher')
  const { list, put } = node()
  const { version } = await list(dispatcher)
  const first = await dataOf(await put(version, [added(port), added(airport)], dispatcher))
  const [kept, removed] = first.zones as ZoneToSave[]
  const less = await dataOf(await put(first.version, [kept!], dispatcher))
  const back = await dataOf(await put(less.version, [removed!, kept!], dispatcher))
  expect(back.zones.map(({ id }: ZoneToSave) => id)).toEqual([removed?.id, kept?.id])
  const twice = [removed!, { ...removed!, name: 'Other' }, { ...port, name: 'Own', id: 'own' }]
  const ids = (await dataOf(await put(back.version, twice, dispatcher))).zones.map(
    ({ id }: ZoneToSave) => id,
  )
  expect(ids[0]).toBe(removed?.id)
  expect(new Set(ids).size).toBe(3)
  expect(ids).not.toContain('own')
})

test.each([
  [{ ...port, name: '' }],
  [{ ...port, colour: 'pink' as never }],
  [{ ...port, fewestFree: -1 }],
  [{ ...port, shape: { kind: 'circle', centre: { lat: 91, lng: 0 }, radius: 300 } as const }],
  [{ ...port, shape: { kind: 'polygon', points: [] } as const }],
  [port, port],
])('zones of %j are refused', async (...zones) => {
  const list = zones.map(added)
  expect((await node().put(0, list, kerbside.cookies.administrator)).status).toBe(400)
})

test('the refusal of an outline that crosses itself says where', async () => {
  const points = [
    { lat: 0, lng: 0 },
    { lat: 1, lng: 1 },
    { lat: 1, lng: 0 },
    { lat: 0, lng: 1 },
  ]
  const crossing: NewZone = { ...port, shape: { kind: 'polygon', points } }
  const response = await node().put(0, [added(crossing)], kerbside.cookies.administrator)
  expect((await response.json()).detail).toContain(
    'Zone “Port” crosses itself: the line between points 1 and 2 meets the one between points 3 and 4.',
  )
})

test('quarters become zones that end half way to the next one', async () => {
  const centre = { lat: -34.9, lng: -56.2 }
  const quarters = [
    { name: 'West', position: centre },
    { name: 'East', position: { lat: -34.9, lng: -56.19 } },
    { name: 'Far', position: { lat: -34.8, lng: -56.2 } },
  ]
  const zones = zonesOfQuarters(quarters, centre, { middles: 5_000, outlines: 6_000 })
  expect(zones.map(({ name }) => name)).toEqual(['West', 'East'])
  expect(zonesFault(zones)).toBeNull()
  const [west] = zones
  const lngs = west?.shape.kind === 'polygon' ? west.shape.points.map(({ lng }) => lng) : []
  expect(Math.max(...lngs)).toBeCloseTo(-56.195, 4)
  const list = await createMemoryZones(zones).list()
  expect(new Set(list.zones.map(({ id }) => id)).size).toBe(2)
})
