import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { FieldTable } from '@/lib/interface/fields/fields'
import { fieldStates } from './fields'
import { recordKinds } from './inspect'

const kinds = Object.keys(recordKinds) as (keyof typeof recordKinds)[]

const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }) as fc.Arbitrary<unknown>,
  fc.anything(),
  fc.constant(JSON.parse('{"__proto__": 1, "constructor": 2, "toString": null}')),
)

/** A record with any values in some of its table's fields, and with other fields. */
function anyRecord(table: FieldTable): fc.Arbitrary<unknown> {
  const fields = Object.fromEntries(Object.keys(table).map((name) => [name, anything]))
  return fc
    .tuple(fc.record(fields, { requiredKeys: [] }), fc.dictionary(fc.string(), anything))
    .map(([known, unknown]) => ({ ...unknown, ...known }))
}

it.each(kinds)('inspection of any %s ends with bounded findings', (kind) => {
  const { table, inspect } = recordKinds[kind]
  fc.assert(
    fc.property(fc.oneof(anyRecord(table), anything), (record) => {
      for (const { found, expected, section } of inspect(record)) {
        expect(found.length).toBeLessThan(200)
        expect(expected).not.toBe('')
        expect(section).toMatch(/^2\.\d$/)
      }
      const names = fieldStates(table, record).map(({ name }) => name)
      expect(names).toEqual(expect.arrayContaining(Object.keys(table)))
    }),
  )
})
