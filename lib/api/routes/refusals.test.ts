import { describe, expect, it } from 'vitest'
import { get, over, problemOf } from '@/lib/testing/routes'
import { KEY } from '@/lib/testing/servers'

describe('a bad parameter', () => {
  const at = 'position=51.5,-0.1'
  it.each([
    ['', 'position', undefined],
    ['position=abc', 'position', 'abc'],
    [`${at}&radius=0`, 'radius', '0'],
    [`${at}&limit=5&limit=6`, 'limit', '5, then 6'],
    [`${at}&bbox=1`, 'bbox', '1'],
    [`${at}&key=${KEY}`, 'key', '(not shown)'],
    [`${at}&type=%`, 'type', '%'],
  ])('of a search (%s) is named and reaches no service', async (query, parameter, given) => {
    const { api, asked } = over()
    const response = await api(get(`/api/vehicles?${query}`))
    const problem = await problemOf(response)
    expect(problem).toMatchObject({
      type: 'urn:kerbside:problem:bad-parameter',
      status: 400,
      parameter,
    })
    expect(problem.given).toBe(given)
    expect(problem.allowed).toMatch(/./)
    expect(problem.detail).toContain(`${parameter}: `)
    expect(JSON.stringify(problem)).not.toContain(KEY)
    expect(asked).toEqual([])
  })

  it.each([
    '',
    '?our_ref=',
    '?our_ref=%00',
    '?our_ref=a&our_ref=b',
    '?ref=a',
    `?our_ref=${'x'.repeat(129)}`,
  ])('of a look-up (%s) is named and reaches no service', async (query) => {
    const { api, asked } = over()
    const response = await api(get(`/api/vehicles/by-our-ref${query}`))
    expect(await problemOf(response)).toMatchObject({
      status: 400,
      parameter: query.startsWith('?ref') ? 'ref' : 'our_ref',
    })
    expect(asked).toEqual([])
  })
})

const escapes = [
  '..%2Fbookings%2Fexample',
  'a%2Fb',
  'a%5Cb',
  'a%00',
  '%ed%a0%80',
  '%',
  'x'.repeat(129),
]

it.each(escapes)('lets the vehicle id %j reach no service', async (id) => {
  const { api, asked } = over()
  const responses = [
    await api(get(`/api/vehicles/${id}`)),
    await api(get(`/api/vehicles/${id}/status`)),
  ]
  for (const response of responses) {
    expect(await problemOf(response)).toMatchObject({ status: 400, parameter: 'vehicle_id' })
  }
  expect(asked).toEqual([])
})

it.each(['example', 'by-our-ref'])('takes the fixed address %j for no vehicle id', async (id) => {
  const { api, asked } = over()
  const problem = await problemOf(await api(get(`/api/vehicles/${id}/status`)))
  expect([problem.status, problem.parameter, asked]).toEqual([400, 'vehicle_id', []])
})
