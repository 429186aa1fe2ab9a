import fc from 'fast-check'
import { expect, it } from 'vitest'
import { findingsOfLosses, lossesOf } from './source'

const lossOf = (text: string) =>
  lossesOf(text).map(({ kind, path, written }) => [kind, path.join('.'), written])

it.each([
  [
    '{"totals":{"total":12345678901234567890}}',
    'digits-lost',
    'totals.total',
    '12345678901234567890',
  ],
  ['[0, {"a": [1, 0.1000000000000000055]}]', 'digits-lost', '1.a.1', '0.1000000000000000055'],
  ['1e999', 'digits-lost', '', '1e999'],
  ['-1e-400', 'digits-lost', '', '-1e-400'],
  [`1${'0'.repeat(2_000)}`, 'digits-lost', '', `1${'0'.repeat(2_000)}`],
  ['{"a":1,"b":2,"a":1}', 'repeated-name', 'a', 'a'],
  ['{"x":{"\\u0061":1, "a" : 2}}', 'repeated-name', 'x.a', 'a'],
  ['{"__proto__":1,"__proto__":2}', 'repeated-name', '__proto__', '__proto__'],
])('losses of parsing: %.60s', (text, kind, path, written) =>
  expect(lossOf(text)).toEqual([[kind, path, written]]),
)

it.each([
  '{"total": 21.60, "lat": -0.12761, "n": 1e3, "zero": 0.000000000000000000, "big": 100000000000000000000000}',
  '[0.1, 0.30000000000000004, 5e-324, 1.7976931348623157e308, -0]',
  '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
  '{"text":"\\"a\\":1,\\\\","12345678901234567890":"12345678901234567890"}',
  '{"a":"a","b":"b"}',
])('no losses of parsing in %s', (text) => expect(lossOf(text)).toEqual([]))

it('no losses of parsing in texts that JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (text) => void expect(lossesOf(text)).toEqual([])),
  )
})

it('losses of parsing are bounded', () => {
  expect(lossesOf(`[${'1e999,'.repeat(100_000)}1]`)).toHaveLength(10_000)
  expect(lossesOf(`["${'\\\\'.repeat(500_000)}"]`)).toEqual([])
})

it('becomes a finding with a path inside the record', () => {
  const losses = lossesOf('{"booking":{"id":"b","id":"c","totals":{"net":9007199254740993}}}')
  expect(findingsOfLosses(losses, ['booking']).map(({ path, found }) => [path, found])).toEqual([
    ['id', 'the name more than once; the last value is taken'],
    [
      'totals.net',
      'the number 9007199254740993, of which most readers of JSON keep 9007199254740992',
    ],
  ])
  expect(findingsOfLosses(losses, [])[0]?.path).toBe('booking.id')
})
