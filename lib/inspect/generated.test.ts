import fc from 'fast-check'
import { expect, it } from 'vitest'
import { totalsFields } from '@/lib/interface/fields/booking-fields'
import { exampleOf, type Field, type FieldTable } from '@/lib/interface/fields/fields'
import { fieldsOf } from '@/lib/interface/resources'
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

const text = fc.string({ minLength: 1 })
const time = fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true })
const finite = fc.double({ noNaN: true, noDefaultInfinity: true })

/** A value that the interface allows in a field. */
function anyValueOf(field: Field): fc.Arbitrary<unknown> {
  if (field.nullable) return fc.option(text)
  if (field.isCurrency) return fc.stringMatching(/^[A-Z]{3}$/)
  if (field.single) return text
  switch (field.type) {
    case 'string':
      return text
    case 'datetime':
      return time.map((date) =>
        field.time === 'gmt'
          ? `${date.toISOString().replace('T', ' ').slice(0, -1)} GMT`
          : date.toISOString(),
      )
    case 'number':
      return finite
    case 'integer':
      return fc.nat()
    case 'strings':
      return fc.array(text)
    case 'position':
      return fc.record({
        lat: fc.double({ min: -90, max: 90, noNaN: true }),
        lng: fc.double({ min: -180, max: 180, noNaN: true }),
      })
    case 'webhooks':
      return fc.dictionary(text, fc.webUrl())
    // Random sums would not match the assumed formulas.
    case 'totals':
      return fc.constant(exampleOf(totalsFields))
    case 'vehicles':
      return fc.constant([])
  }
}

it.each(kinds)('a %s built from its table has no finding', (kind) => {
  const { table, inspect } = recordKinds[kind]
  const record = fc.record(
    Object.fromEntries(fieldsOf(table).map(([name, field]) => [name, anyValueOf(field)])),
  )
  fc.assert(
    fc.property(record, (built) => {
      expect(inspect(built)).toEqual([])
    }),
  )
})
