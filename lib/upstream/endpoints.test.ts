import { expect, it } from 'vitest'
import { endpointLines } from '@/lib/interface/endpoints'
import { endpoints, urlOf } from './endpoints'
import { UpstreamError } from './upstream-error'

const BASE = 'https://service.example/fleet'
const search = {
  position: { lat: 51.5, lng: -0.1 },
  radius: 1500,
  limit: 20,
  type: null,
  cursor: null,
}

it('has six addresses below the base address and the version', () => {
  const calls = [
    endpoints.search({ ...search, type: 'van & co', cursor: 'a+b/c=' }),
    endpoints.vehicle('v-7'),
    endpoints.vehicleByOurRef('Bay 4/north+1'),
    endpoints.vehicleStatus('v-7'),
    endpoints.exampleVehicle(),
    endpoints.exampleBooking(),
  ]
  expect(calls.map((call) => urlOf(BASE, call).href)).toEqual([
    `${BASE}/api/beta/vehicles?position=51.5%2C-0.1&radius=1500&limit=20&type=van%20%26%20co&cursor=a%2Bb%2Fc%3D`,
    `${BASE}/api/beta/vehicles/v-7`,
    `${BASE}/api/beta/vehicles/by-our-ref?our_ref=Bay%204%2Fnorth%2B1`,
    `${BASE}/api/beta/vehicles/v-7/status`,
    `${BASE}/api/beta/vehicles/example`,
    `${BASE}/api/beta/bookings/example`,
  ])
})

it('asks the paths of the endpoint table, with parameters of the same names', () => {
  const calls = {
    search: endpoints.search({ ...search, type: 'van', cursor: 'c' }),
    vehicle: endpoints.vehicle('{vehicle_id}'),
    vehicleByOurRef: endpoints.vehicleByOurRef('7'),
    vehicleStatus: endpoints.vehicleStatus('{vehicle_id}'),
    exampleVehicle: endpoints.exampleVehicle(),
    exampleBooking: endpoints.exampleBooking(),
  }
  const asked = Object.entries(calls).map(([name, call]) => {
    const { pathname, searchParams } = urlOf('https://service.example', call)
    return { name, path: decodeURIComponent(pathname), query: [...searchParams.keys()].sort() }
  })
  const stated = endpointLines.map(({ name, path, parameters }) => {
    const query = parameters
      .filter((parameter) => parameter.in === 'query')
      .map((parameter) => parameter.name)
    return { name, path, query: query.sort() }
  })
  expect(asked).toEqual(stated)
})

it.each([null, ''])('never sends the cursor %j', (cursor) => {
  expect(urlOf(BASE, endpoints.search({ ...search, cursor })).searchParams.has('cursor')).toBe(
    false,
  )
})

it.each(['', '..', 'example', 'a/b'])('makes no call for the vehicle id %j', (id) => {
  expect(() => endpoints.vehicle(id)).toThrow(UpstreamError)
  expect(() => endpoints.vehicleStatus(id)).toThrow(UpstreamError)
})

it.each(['', 'a\n'])('makes no call for the our_ref %j', (ourRef) => {
  expect(() => endpoints.vehicleByOurRef(ourRef)).toThrow(UpstreamError)
})

it.each([
  '🚕',
  '%2e%2e',
  '%2F',
  '50%',
  'a b',
  '...',
  'a?b#c',
  "!'()*~@:;,&=+$",
  'é',
  '🚕'.repeat(128),
  '[::1]',
])('reaches the vehicle %s and nothing else', (id) => {
  const { pathname, search, hash } = urlOf(BASE, endpoints.vehicleStatus(id))
  expect(pathname).toMatch(/^\/fleet\/api\/beta\/vehicles\/[^/]+\/status$/)
  expect(decodeURIComponent(pathname.split('/')[5] as string)).toBe(id)
  expect(search + hash).toBe('')
})

// Last line of defence, should a path ever be built without the checks above.
it.each([
  '/vehicles/..',
  '/vehicles/%2e%2e/x',
  '/vehicles/a\\b',
  '/vehicles/a?b',
  '/vehicles/a#b',
  '/a b',
])('refuses the path %s, which a URL reads as another', (path) => {
  expect(() =>
    urlOf(BASE, { endpoint: path, path, capBytes: 1, looksUp: true, record: null }),
  ).toThrow(/would reach/)
})
