import { expect, it } from 'vitest'
import { searchParameters } from '@/lib/interface/search'
import { InvalidInput, readParameters } from './input'

const read = (query: string) =>
  readParameters(`http://localhost/api/vehicles${query}`, searchParameters)

function refusal(query: string): InvalidInput {
  try {
    read(query)
  } catch (error) {
    if (error instanceof InvalidInput) return error
    throw error
  }
  throw new Error(`${query} was accepted`)
}

it('reads allowed values in any encoding', () => {
  expect(
    read('?position=51.5%2C-0.1&radius=1500&limit=20&type=van+%26%20co&cursor=a%2Bb%3D'),
  ).toEqual({
    position: { lat: 51.5, lng: -0.1 },
    radius: 1500,
    limit: 20,
    type: 'van & co',
    cursor: 'a+b=',
  })
  expect(read('?position=51.5,-0.1&&#radius=0')).toEqual({ position: { lat: 51.5, lng: -0.1 } })
  expect(read('')).toEqual({})
})

it.each([
  ['position', '91,0'],
  ['radius', '99999999'],
  ['limit', '1001'],
  ['type', ''],
  ['cursor', ''],
] as const)('refuses %s=%s and names the allowed values', (parameter, given) => {
  expect(refusal(`?${parameter}=${encodeURIComponent(given)}`)).toMatchObject({
    parameter,
    given,
    allowed: searchParameters[parameter].allowed,
  })
})

it('refuses unknown parameters, inherited names included', () => {
  for (const name of ['bbox', 'constructor', '__proto__', 'Position', '']) {
    expect(refusal(`?${name}=1`)).toMatchObject({
      parameter: name,
      given: '1',
      allowed: 'the parameters position, radius, type, limit, cursor',
    })
  }
})

it('refuses a repeated parameter, even the same value twice', () => {
  expect(refusal('?radius=5&radius=5').given).toBe('5, then 5')
  expect(refusal('?radius=5&radius=6')).toMatchObject({
    parameter: 'radius',
    given: '5, then 6',
    allowed: `one value: ${searchParameters.radius.allowed}`,
  })
})

it.each(['key', 'api_key', 'access_token', 'Authorization'])(
  'refuses %s without repeating its value',
  (name) => {
    expect(refusal(`?${name}=canary-4711`)).toMatchObject({ parameter: name, given: '(not shown)' })
    expect(refusal(`?${name}=canary-4711%ff`)).toMatchObject({
      parameter: name,
      given: '(not shown)',
    })
  },
)

it.each(['%', '%z1', '%ff', '%ED%A0%80', '%EF%BF%BD', '%C0%AF'])(
  'refuses %s, which is not percent-encoded UTF-8',
  (text) => {
    expect(refusal(`?type=${text}`)).toMatchObject({
      parameter: 'type',
      given: text,
      allowed: 'percent-encoded UTF-8',
    })
    expect(refusal(`?${text}=1`)).toMatchObject({
      given: text,
      allowed: 'a name in percent-encoded UTF-8',
    })
  },
)

it('repeats at most a hundred characters of a value', () => {
  expect(refusal(`?type=${'🚕'.repeat(5000)}`).given).toBe(`${'🚕'.repeat(100)}…`)
  expect(refusal(`?${'n'.repeat(5000)}=1`).parameter).toBe(`${'n'.repeat(100)}…`)
})
