import fc from 'fast-check'
import { expect, test } from 'vitest'
import { matchRecords } from './match-records'

const lists = fc.uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 30 })
const named = (numbers: readonly number[]) => numbers.map((number) => ({ id: `v-${number}` }))

test('every record finds its place in the list before, whatever came, went or changed places', () => {
  fc.assert(
    fc.property(lists, lists, (before, now) => {
      expect([...matchRecords(named(before), named(now))]).toEqual(now.map((one) => before.indexOf(one)))
    }),
  )
})
