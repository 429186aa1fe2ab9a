import { expect, it } from 'vitest'
import { formatAmount, formatDecimals } from './number'

it.each([
  [21.6, 'GBP', '21.60 GBP'],
  [20, 'GBP', '20.00 GBP'],
  [1.4055, 'GBP', '1.4055 GBP'],
  [1200, 'JPY', '1,200 JPY'],
  [2.5, 'KWD', '2.500 KWD'],
  [2, null, '2'],
  [2.5, 'pounds', '2.5 pounds'],
  [null, 'GBP', '—'],
])('%j in %s is %s', (value, currency, text) => expect(formatAmount(value, currency)).toBe(text))

it('aligns the decimals of a column', () => {
  expect([3, 21.6, -2].map((value) => formatDecimals(value, 'GBP'))).toEqual(['3.00', '21.60', '-2.00'])
})
