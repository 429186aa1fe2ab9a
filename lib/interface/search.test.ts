import { expect, test } from 'vitest'
import { searchParameters, searchToParams } from './search'

const { radius, limit, type, cursor } = searchParameters

test.each(['0', '-5', '1e9', '1000000000', 'abc', '', ' ', '1,5', 'Infinity', '0x10', '+5'])(
  'radius %j is not allowed',
  (text) => {
    expect(radius.parse(text)).toBeNull()
  },
)

test('a radius is any number of metres above zero, up to half way round the Earth', () => {
  expect(radius.parse('0.5')).toBe(0.5)
  expect(radius.parse('1500')).toBe(1500)
  expect(radius.parse('20037508')).toBe(20_037_508)
  expect(radius.parse('20037509')).toBeNull()
})

test.each(['0', '1.5', '-1', '1001', 'ten', ''])('limit %j is not allowed', (text) => {
  expect(limit.parse(text)).toBeNull()
})

test('a limit is a whole number from 1 to 1000', () => {
  expect(limit.parse('1')).toBe(1)
  expect(limit.parse('1000')).toBe(1000)
})

test('an empty type or cursor is not allowed: leaving it out says the same without doubt', () => {
  expect(type.parse('')).toBeNull()
  expect(cursor.parse('')).toBeNull()
  expect(type.parse('cargo bike/é')).toBe('cargo bike/é')
})

test('a search is written with its parameters and without those that are null', () => {
  const search = { position: { lat: 1, lng: 2 }, radius: 1000, limit: 10, type: null, cursor: null }
  expect(searchToParams(search).toString()).toBe('position=1%2C2&radius=1000&limit=10')
  expect(searchToParams({ ...search, type: 'taxi', cursor: 'a b' }).toString()).toBe(
    'position=1%2C2&radius=1000&limit=10&type=taxi&cursor=a+b',
  )
})
