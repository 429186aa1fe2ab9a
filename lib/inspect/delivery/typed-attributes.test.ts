import { expect, test } from 'vitest'
import { plainItem } from './typed-attributes'

test('every type of an item is read', () => {
  const item = {
    id: { S: 'b-1' },
    totals: { M: { total: { N: '122.00' }, tax: { N: '-1e-2' }, none: { M: {} } } },
    seats: { L: [{ N: '4' }, { S: 'x' }] },
    ok: { BOOL: true },
    no: { NULL: true },
    tags: { SS: ['a', 'b'] },
    sizes: { NS: ['1', '2.5'] },
    seal: { B: 'AAE=' },
    big: { N: '12345678901234567890' },
  }
  expect(plainItem(item)).toEqual({
    id: 'b-1',
    totals: { total: 122, tax: -0.01, none: {} },
    seats: [4, 'x'],
    ok: true,
    no: null,
    tags: ['a', 'b'],
    sizes: [1, 2.5],
    seal: 'AAE=',
    big: '12345678901234567890',
  })
})

test.each([
  [{}],
  [{ id: 'b-1', status: { S: 'done' } }],
  [{ id: { S: 'b-1', N: '1' } }],
  [{ id: { S: 7 } }],
  [{ total: { N: 'much' } }],
  [{ no: { NULL: false } }],
  [{ totals: { M: { total: 4 } } }],
  [{ seats: { L: [4] } }],
  [{ size: { XL: 'x' } }],
  [{ id: {} }],
])('%j is no item', (object) => {
  expect(plainItem(object)).toBeNull()
})

test('items that are nested without end are none, and a name is never a prototype', () => {
  const deep = JSON.parse(`${'{"a":{"M":'.repeat(5000)}{}${'}}'.repeat(5000)}`)
  expect(plainItem(deep)).toBeNull()
  const named = plainItem(JSON.parse('{"__proto__":{"S":"x"}}'))
  expect(Object.keys(named ?? {})).toEqual(['__proto__'])
})
