import { expect, test } from 'vitest'
import { offeredTypes, parseTypesInput, similarTypes } from './search-form'

const observed = ['minibus', 'taxi', 'wheelchair_taxi']

test.each<[string, readonly string[] | null]>([
  ['', []],
  ['taxi', ['taxi']],
  ['taxi, minibus', ['taxi', 'minibus']],
  ['taxi,,taxi ,', ['taxi']],
  ['TAXI, Wheelchair taxi', ['taxi', 'wheelchair_taxi']],
  ['tuk-tuk', ['tuk-tuk']],
  ['x'.repeat(129), null],
])('%j means %j', (text, types) => expect(parseTypesInput(text, observed)).toEqual(types))

test('each further type is offered after those typed, with its words', () => {
  expect(offeredTypes('ta', observed).map(({ value }) => value)).toEqual(observed)
  expect(offeredTypes('taxi, wh', observed)).toEqual([
    { value: 'taxi, minibus', label: 'Minibus' },
    { value: 'taxi, wheelchair_taxi', label: 'Wheelchair taxi' },
  ])
})

test('a mistyped type is taken for those that begin like it, or for any', () => {
  expect(similarTypes('tax', observed)).toEqual(['taxi', 'wheelchair_taxi'])
  expect(similarTypes('bike', observed)).toEqual(observed)
})
