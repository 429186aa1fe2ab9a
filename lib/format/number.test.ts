import { expect, it } from 'vitest'
import { formatAmount } from './number'

it.each([
  [21.6, 'GBP', '21.6 GBP'],
  [1.4055, 'GBP', '1.4055 GBP'],
  [1200, 'JPY', '1,200 JPY'],
  [2.5, 'KWD', '2.5 KWD'],
  [2.5, 'pounds', '2.5 pounds'],
  [0, null, '0'],
  [null, 'GBP', '—'],
])('%j in %s is %s', (value, currency, text) => expect(formatAmount(value, currency)).toBe(text))
