import { expect, it } from 'vitest'
import type { Totals } from '@/lib/interface/resources'
import { readBooking } from '@/lib/testing/read-records'
import { checkFormula, totalsFormulas } from './totals'

const netFormula = totalsFormulas[0]!
const totalFormula = totalsFormulas[1]!
const totals = (members: object) =>
  readBooking({ id: 'b-1', totals: members })?.record.totals as Totals

it.each([
  [20, 2, 18],
  [0.3, 0.1, 0.2],
  [50.1, 5.2, 44.9],
  [0, 0, 0],
  [-5, -2, -3],
  [3e-7, 1e-7, 2e-7],
  [0.3, 0.1, 0.3 - 0.1],
  [1.797e308, 0, 1.797e308],
])('%d - %d and %d agree', (gross, discount, net) => {
  expect(checkFormula(totals({ gross, discount, net }), netFormula)).toEqual({ outcome: 'agrees' })
})

it.each([
  [20, 2, 18.01, 0.01],
  [20, 2, 17.5, -0.5],
  [0.3, 0.1, 0.200001, 0.000001],
  [2000, 200, 18, -1782],
])('%d - %d and %d differ by %d', (gross, discount, net, by) => {
  expect(checkFormula(totals({ gross, discount, net }), netFormula)).toEqual({
    outcome: 'differs',
    by,
  })
})

it.each([
  // Where binary fractions would not agree.
  [totals({ net: 0.1, tax: 0.2, total: 0.3 }), { outcome: 'agrees' }],
  [totals({ net: 1, tax: '0,2' }), { outcome: 'unchecked', missing: ['tax', 'total'] }],
  [
    { ...totals({ net: 1, tax: 2 }), total: Infinity },
    { outcome: 'unchecked', missing: ['total'] },
  ],
])('net + tax = total of %j: %j', (of, outcome) => {
  expect(checkFormula(of, totalFormula)).toEqual(outcome)
})
