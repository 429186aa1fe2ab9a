import { expect, test } from 'vitest'
import type { PlaceAndVehicleSearch } from '@/lib/api/parts'
import { WorkerError } from '@/lib/app/worker-thread/worker-thread'
import { apiOver } from '@/lib/testing/api'
import { problemOf } from '@/lib/testing/routes'

const place = {
  kind: 'street',
  name: 'Ejido',
  detail: null,
  position: { lat: -34.9, lng: -56.19 },
  source: 'city',
  between: null,
} as const
const bay4 = { id: 'v-7', ourRef: 'Bay 4', licencePlate: null }
const search: PlaceAndVehicleSearch = {
  findVehicles: async () => [bay4],
  findDrivers: async (text) => ({
    vehicles: [{ ...bay4, name: text, phone: null, readAtMs: 0 }],
    unread: 0,
  }),
  findPlaces: async (text, near) => ({
    places: [{ ...place, name: `${text} ${near?.lat ?? ''}`.trim() }],
    index: 'ready',
    geocoder: 'failed',
  }),
  near: async (positions) => ({
    near: positions.map(({ lat }) => ({ name: `at ${lat}`, distanceMetres: 3 })),
    index: 'ready',
  }),
  landmarks: async () => [{ name: 'Maciel', kind: 'hospital', position: { lat: 1, lng: 2 } }],
}
const apiOf = (over: Partial<PlaceAndVehicleSearch> = {}) =>
  apiOver({ places: async () => ({ ...search, ...over }), newRequestId: () => 'request-1' })

const post = (path: string, body: unknown) =>
  new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })

test('a text is searched without the spaces round it, among vehicles and places', async () => {
  const near = { lat: 1, lng: 2 }
  const response = await apiOf()(post('/api/find', { text: '  ejido ', near }))
  expect((await response.json()).data).toEqual({
    vehicles: [bay4],
    places: [{ ...place, name: 'ejido 1' }],
    index: 'ready',
    geocoder: 'failed',
  })
})

test('positions are answered in their order', async () => {
  const positions = [3, 1].map((lat) => ({ lat, lng: 0 }))
  const response = await apiOf()(post('/api/places/near', { positions }))
  expect((await response.json()).data.near.map(({ name }: { name: string }) => name)).toEqual([
    'at 3',
    'at 1',
  ])
})

test('landmarks are kept by the browser for a while, unless the city could not be read', async () => {
  const request = () => new Request('http://localhost/api/places/landmarks')
  const response = await apiOf()(request())
  expect((await response.json()).data.landmarks).toHaveLength(1)
  expect(response.headers.get('cache-control')).toBe('private, max-age=600')
  const without = await apiOf({ landmarks: async () => null })(request())
  expect((await without.json()).data.landmarks).toEqual([])
  expect(without.headers.get('cache-control')).not.toContain('max-age=600')
})

test('a reference is searched among vehicles alone, and no geocoder sees it', async () => {
  const findPlaces = () => Promise.reject(new Error('asked'))
  const body = { text: 'SAA 17', near: null, only: 'vehicles' }
  const response = await apiOf({ findPlaces })(post('/api/find', body))
  expect((await response.json()).data).toMatchObject({ vehicles: [{ id: 'v-7' }], places: [] })
})

test.each([
  ['more positions than a screen shows', { positions: Array(101).fill({ lat: 0, lng: 0 }) }],
  ['no text', { text: ' ', near: null }],
  ['a text of 10 kB', { text: 'a'.repeat(10_000), near: null }],
  ['a body of 1 MB', { text: 'a'.repeat(1_000_000), near: null }],
  ['a position that is none', { text: 'ejido', near: { lat: 91, lng: 0 } }],
  ['another field', { text: 'ejido', near: null, radius: 5 }],
  ['no JSON', '<html>'],
])('%s is an invalid parameter, and is not repeated', async (_what, body) => {
  const path = typeof body !== 'string' && 'positions' in body ? '/api/places/near' : '/api/find'
  const problem = await problemOf(await apiOf()(post(path, body)))
  expect([problem.status, problem.type]).toEqual([400, 'urn:kerbside:problem:bad-parameter'])
  expect(JSON.stringify(problem)).not.toMatch(/ejido|aaaa/)
})

test('while too many searches wait, the answer says that Kerbside is busy', async () => {
  const findPlaces = () => Promise.reject(new WorkerError('busy', 'too many requests wait'))
  const response = await apiOf({ findPlaces })(post('/api/find', { text: 'ejido', near: null }))
  expect(await problemOf(response)).toMatchObject({
    status: 503,
    type: 'urn:kerbside:problem:busy',
  })
})
