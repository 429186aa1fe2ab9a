import { expect, test } from 'vitest'
import { heldAfter, holdOrder } from './held-order'
import { readListedRecord } from './listed-record'

const records = ['a', 'b', 'c', 'd'].map((id, index) => readListedRecord({ id }, { index, source: 'opened' }))
const [a, b, c, d] = records as [
  (typeof records)[0],
  (typeof records)[0],
  (typeof records)[0],
  (typeof records)[0],
]

test('rows keep their order while others come and change their places', () => {
  expect(holdOrder(records, [d, c, b, a], [1, 0])).toEqual({ rows: [b, a], waiting: 2 })
})

test('a row that no longer matches the filters stays, as it is now', () => {
  const changed = { ...a, searchText: 'done' }
  expect(holdOrder([changed, b, c, d], [b], [0, 1])).toEqual({ rows: [changed, b], waiting: 0 })
})

test('a row that is gone leaves, and without a held order nothing waits', () => {
  expect(holdOrder([b], [b], [0, 1])).toEqual({ rows: [b], waiting: 0 })
  expect(holdOrder(records, [d, a], null)).toEqual({ rows: [d, a], waiting: 0 })
})

test('rows keep their places once the list is scrolled or a row selected, until it is at its top again', () => {
  const rows = [b, a]
  const free = { held: null, selected: null }
  expect(heldAfter(free, rows, { scrollTop: 0 })).toBeNull()
  expect(heldAfter(free, rows, { scrollTop: 52 })).toEqual([1, 0])
  expect(heldAfter(free, rows, { index: 0 })).toEqual([1, 0])
  const held = [3, 1]
  expect(heldAfter({ held, selected: null }, rows, { scrollTop: 104 })).toBe(held)
  expect(heldAfter({ held, selected: 1 }, rows, { scrollTop: 0 })).toBe(held)
  expect(heldAfter({ held, selected: null }, rows, { scrollTop: 0 })).toBeNull()
})
