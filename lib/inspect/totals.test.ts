import { describe, expect, it } from 'vitest'
import type { Totals } from '@/lib/interface/resources'
import { readBooking } from '@/lib/testing/read-records'
import { checkFormula, totalsFormulas } from './inspect'

const [netFormula, totalFormula] = totalsFormulas as [
  (typeof totalsFormulas)[number],
  (typeof totalsFormulas)[number],
]
const totals = (members: object) => readBooking({ id: 'b-1', totals: members })?.record.totals as Totals

describe('gross - discount = net', () => {
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
    expect(checkFormula(totals({ gross, discount, net }), netFormula)).toEqual({ outcome: 'differs', by })
  })
})

describe('net + tax = total', () => {
  it('agrees where binary fractions would not', () => {
    expect(checkFormula(totals({ net: 0.1, tax: 0.2, total: 0.3 }), totalFormula)).toEqual({
      outcome: 'agrees',
    })
  })

  it('is not checked without all three numbers', () => {
    expect(checkFormula(totals({ net: 1, tax: '0.2' }), totalFormula)).toEqual({
      outcome: 'unchecked',
      missing: ['tax', 'total'],
    })
  })

  it('is not checked on what is no finite number', () => {
    const odd = { ...totals({ net: 1, tax: 2 }), total: Number.POSITIVE_INFINITY }
    expect(checkFormula(odd, totalFormula)).toEqual({ outcome: 'unchecked', missing: ['total'] })
  })
})
