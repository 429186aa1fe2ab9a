import { describe, expect, it } from 'vitest'
import { get, KEY, over, problemOf, withId } from '@/lib/testing/routes'

describe('a bad parameter', () => {
  const at = 'position=51.5,-0.1'
  it.each([
    ['', 'position', undefined],
    ['position=91,0', 'position', '91,0'],
    ['position=abc', 'position', 'abc'],
    [`${at}&radius=0`, 'radius', '0'],
    [`${at}&radius=-5`, 'radius', '-5'],
    [`${at}&radius=1e9`, 'radius', '1e9'],
    [`${at}&limit=0`, 'limit', '0'],
    [`${at}&limit=1.5`, 'limit', '1.5'],
    [`${at}&cursor=`, 'cursor', ''],
    [`${at}&limit=5&limit=6`, 'limit', '5, then 6'],
    [`${at}&bbox=1`, 'bbox', '1'],
    [`${at}&key=${KEY}`, 'key', '(not shown)'],
    [`${at}&type=%`, 'type', '%'],
  ])('of a search (%s) is named and reaches no service', async (query, parameter, given) => {
    const { routes, asked } = over()
    const response = await routes.vehicles(get(`/api/vehicles?${query}`))
    const problem = await problemOf(response)
    expect(problem).toMatchObject({ type: 'urn:kerbside:problem:bad-parameter', status: 400, parameter })
    expect(problem.given).toBe(given)
    expect(problem.allowed).toMatch(/./)
    expect(problem.detail).toContain(`${parameter}: `)
    expect(JSON.stringify(problem)).not.toContain(KEY)
    expect(asked).toEqual([])
  })

  it.each(['', '?our_ref=', '?our_ref=%00', '?our_ref=a&our_ref=b', '?ref=a', `?our_ref=${'x'.repeat(129)}`])(
    'of a look-up (%s) is named and reaches no service',
    async (query) => {
      const { routes, asked } = over()
      const response = await routes.vehicleByOurRef(get(`/api/vehicles/by-our-ref${query}`))
      expect(await problemOf(response)).toMatchObject({
        status: 400,
        parameter: query.startsWith('?ref') ? 'ref' : 'our_ref',
      })
      expect(asked).toEqual([])
    },
  )

  it('of a route that has none is named and reaches no service', async () => {
    const { routes, asked } = over()
    const responses = [
      await routes.vehicle(get('/api/vehicles/v-7?x=1'), withId('v-7')),
      await routes.vehicleStatus(get('/api/vehicles/v-7/status?x=1'), withId('v-7')),
      await routes.exampleVehicle(get('/api/vehicles/example?x=1')),
      await routes.exampleBooking(get('/api/bookings/example?x=1')),
      await routes.service(get('/api/service?x=1')),
    ]
    for (const response of responses) {
      expect(await problemOf(response)).toMatchObject({
        parameter: 'x',
        given: '1',
        allowed: 'no parameters',
      })
    }
    expect(asked).toEqual([])
  })
})

// As decoded once by Next.
const escapes = [
  '',
  '.',
  '..',
  '../bookings/example',
  'example',
  'by-our-ref',
  'a/b',
  'a\\b',
  'a\0',
  '\ud800',
]

it.each([...escapes, 'x'.repeat(129)])('lets the vehicle id %j reach no service', async (id) => {
  const { routes, asked } = over()
  const responses = [
    await routes.vehicle(get('/api/vehicles/x'), withId(id)),
    await routes.vehicleStatus(get('/api/vehicles/x/status'), withId(id)),
  ]
  for (const response of responses) {
    expect(await problemOf(response)).toMatchObject({ status: 400, parameter: 'vehicle_id' })
  }
  expect(asked).toEqual([])
})

it.each(['🚕', '%2e%2e', '%2F', '50%', 'a b', 'x'.repeat(128)])(
  'asks for the vehicle id %j as it is',
  async (id) => {
    const { routes, asked } = over(() => Response.json({ id }))
    expect((await routes.vehicle(get('/api/vehicles/x'), withId(id))).status).toBe(200)
    expect(asked.map(({ url }) => url)).toEqual([
      `https://service.example/api/beta/vehicles/${encodeURIComponent(id)}`,
    ])
  },
)
