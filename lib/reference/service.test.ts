import { expect, test } from 'vitest'
import { createTestService, KEY, LONDON, NEAR_LONDON, START_MS } from '@/lib/testing/reference-service'
import { distanceMetres } from './geo'

test('a search answers with ten vehicles within 1000 m, nearest first, and echoes the defaults', async () => {
  const { page } = createTestService()
  const { query, vehicles, total } = await page(NEAR_LONDON)
  expect(query).toBe('position=51.509865,-0.118092&limit=10&radius=1000')
  expect(vehicles).toHaveLength(10)
  expect(total).toBeGreaterThan(10)
  expect((await page(`${NEAR_LONDON}&type=van`)).query).toContain('&type=van')
  const distances = vehicles.map(({ position }) => distanceMetres(LONDON, position))
  expect(Math.max(...distances)).toBeLessThanOrEqual(1000)
  expect(distances).toEqual(distances.toSorted((a, b) => a - b))
})

test('functions are an array in the Vehicle and a string in the search object', async () => {
  const { json, fleet } = createTestService()
  const { id } = fleet.record(0, START_MS)
  expect((await json(`/api/beta/vehicles/${id}`)).vehicle?.functions).toBeInstanceOf(Array)
  expect((await json(`/api/beta/vehicles/${id}/status`)).vehicle?.functions).toBeTypeOf('string')
})

test.each(['KB-01', 'kb-1', 'KB-1 ', ' KB-1', 'KB-401', 'KB-'])(
  'no vehicle has the reference "%s"',
  async (ref) => {
    const { ask } = createTestService()
    const response = await ask(`/api/beta/vehicles/by-our-ref?our_ref=${encodeURIComponent(ref)}`)
    expect(response.status).toBe(404)
  },
)

test('the example booking is of a vehicle that can be fetched, and its totals add up', async () => {
  const { json } = createTestService()
  const { booking } = await json('/api/beta/bookings/example')
  const { vehicle } = await json(`/api/beta/vehicles/${booking?.vehicle_id}`)
  expect(vehicle?.our_ref).toBe(booking?.vehicle_our_ref)
  const { gross, discount, net, tax, total } = booking!.totals as Record<string, number>
  expect(gross! - discount!).toBeCloseTo(net!)
  expect(net! + tax!).toBeCloseTo(total!)
  expect(Object.keys(booking!)).toHaveLength(19)
})

test.each([
  ['/api/beta/vehicles/', 404],
  ['/api/beta/vehicles/nobody', 404],
  ['/api/beta/vehicles/nobody/status', 404],
  ['/api/beta/vehicles/example/status', 404],
  ['/api/beta/vehicles/by%2Dour%2Dref/status', 404],
  ['/api/beta/bookings', 404],
  ['/api/beta/bookings/b1', 404],
  ['/api/v1/vehicles', 404],
  ['/', 404],
  ['/api/beta/vehicles/%ff', 400],
  ['/api/beta/vehicles/by-our-ref', 400],
  ['/api/beta/vehicles', 400],
  ['/api/beta/vehicles?position=91,0', 400],
  ['/api/beta/vehicles?position=1', 400],
  ['/api/beta/vehicles?position=1,2,3', 400],
  ['/api/beta/vehicles?position=1,x', 400],
  ['/api/beta/vehicles?position=1,1&position=1,1', 400],
  ['/api/beta/vehicles?position=1,1&radius=0', 400],
  ['/api/beta/vehicles?position=1,1&radius=Infinity', 400],
  ['/api/beta/vehicles?position=1,1&limit=1.5', 400],
  ['/api/beta/vehicles?position=1,1&limit=-1', 400],
  ['/api/beta/vehicles?position=1,1&cursor=', 400],
])('%s answers %i', async (path, status) => {
  expect((await createTestService().ask(path)).status).toBe(status)
})

test('methods other than GET answer 405 and name GET', async () => {
  const response = await createTestService().ask('/api/beta/vehicles', { method: 'DELETE' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET')
})

test('percent-encoded reserved words are reserved too', async () => {
  const { json } = createTestService()
  expect(await json('/api/beta/vehicles/ex%61mple')).toEqual(await json('/api/beta/vehicles/example'))
})

test('no answer repeats the key', async () => {
  const { ask } = createTestService()
  const response = await ask(`/api/beta/vehicles?position=no&key=${KEY}`)
  expect(await response.text()).not.toContain(KEY)
  const page = await ask(`/api/beta/vehicles?${NEAR_LONDON}&key=${KEY}`)
  expect(await page.text()).not.toContain(KEY)
})
