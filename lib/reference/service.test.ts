import { expect, test } from 'vitest'
import {
  createTestService,
  KEY,
  LONDON,
  NEAR_LONDON,
  START_MS,
} from '@/lib/testing/reference-service'
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

test('the example booking is of a vehicle that can be fetched; reserved words may be percent-encoded', async () => {
  const { json } = createTestService()
  const { booking } = await json('/api/beta/bookings/example')
  const { vehicle } = await json(`/api/beta/vehicles/${booking?.vehicle_id}`)
  expect(vehicle?.our_ref).toBe(booking?.vehicle_our_ref)
  expect(await json('/api/beta/vehicles/ex%61mple')).toEqual(
    await json('/api/beta/vehicles/example'),
  )
})

const search = '/api/beta/vehicles?position='

test.each([
  ...[
    '/api/beta/vehicles/',
    '/api/beta/vehicles/nobody',
    '/api/beta/vehicles/nobody/status',
    '/',
  ].map(notFound),
  ...['/api/beta/vehicles/example/status', '/api/beta/vehicles/by%2Dour%2Dref/status'].map(
    notFound,
  ),
  ...['/api/beta/bookings', '/api/beta/bookings/b1', '/api/v1/vehicles'].map(notFound),
  ...['KB-01', 'kb-1', 'KB-1%20', '%20KB-1', 'KB-401', 'KB-'].map((ref) =>
    notFound(`/api/beta/vehicles/by-our-ref?our_ref=${ref}`),
  ),
  ...['/api/beta/vehicles/%ff', '/api/beta/vehicles/by-our-ref', '/api/beta/vehicles'].map(refused),
  ...['91,0', '1', '1,2,3', '1,x', '1,1&position=1,1'].map((given) => refused(search + given)),
  ...['radius=0', 'radius=Infinity', 'limit=1.5', 'limit=-1', 'cursor='].map((given) =>
    refused(`${search}1,1&${given}`),
  ),
])('%s answers %i', async (path, status) => {
  expect((await createTestService().ask(path)).status).toBe(status)
})

function notFound(path: string): [string, number] {
  return [path, 404]
}

function refused(path: string): [string, number] {
  return [path, 400]
}

test('methods other than GET answer 405 and name GET', async () => {
  const response = await createTestService().ask('/api/beta/vehicles', { method: 'DELETE' })
  expect(response.status).toBe(405)
  expect(response.headers.get('allow')).toBe('GET')
})

test('no answer repeats the key', async () => {
  const { ask } = createTestService()
  const response = await ask(`/api/beta/vehicles?position=no&key=${KEY}`)
  expect(await response.text()).not.toContain(KEY)
  const page = await ask(`/api/beta/vehicles?${NEAR_LONDON}&key=${KEY}`)
  expect(await page.text()).not.toContain(KEY)
})
