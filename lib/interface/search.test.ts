import { expect, test } from 'vitest'
import { searchParameters, searchToParams } from './search'

test.each([
  [
    'radius',
    ['0', '-5', '1e9', '1000000000', '20037509', 'abc', '', ' ', '1,5', 'Infinity', '0x10', '+5'],
  ],
  ['limit', ['0', '1.5', '-1', '1001', 'ten', '']],
  ['type', ['']],
  ['cursor', ['']],
] as const)('not allowed as %s: %j', (name, texts) => {
  for (const text of texts) expect([text, searchParameters[name].parse(text)]).toEqual([text, null])
})

test.each([
  ['radius', '0.5', 0.5],
  ['radius', '1500', 1500],
  ['radius', '20037508', 20_037_508],
  ['limit', '1', 1],
  ['limit', '1000', 1000],
  ['type', 'cargo bike/é', 'cargo bike/é'],
] as const)('allowed as %s: %j', (name, text, value) => {
  expect(searchParameters[name].parse(text)).toBe(value)
})

test('a search is written with its parameters and without those that are null', () => {
  const search = { position: { lat: 1, lng: 2 }, radius: 1000, limit: 10, type: null, cursor: null }
  const least = 'position=1%2C2&radius=1000&limit=10'
  expect(searchToParams(search).toString()).toBe(least)
  const whole = searchToParams({ ...search, type: 'taxi', cursor: 'a b' })
  expect(whole.toString()).toBe(`${least}&type=taxi&cursor=a+b`)
})
