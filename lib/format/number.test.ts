import { expect, it } from 'vitest'
import { formatAmount, formatMoney } from './number'

it.each([
  [21.6, 'GBP', '21.6 GBP'],
  [1.4055, 'GBP', '1.4055 GBP'],
  [1200, 'JPY', '1,200 JPY'],
  [2.5, 'KWD', '2.5 KWD'],
  [2.5, 'pounds', '2.5 pounds'],
  [0, null, '0'],
  [null, 'GBP', '—'],
])('%j in %s is %s', (value, currency, text) => expect(formatAmount(value, currency)).toBe(text))

it.each([
  [21.6, 'GBP', '£21.60'],
  [1.4055, 'GBP', '£1.41'],
  [1200, 'JPY', 'JP¥1,200'],
  [2.5, 'KWD', 'KWD 2.500'],
  [-3, 'EUR', '-€3.00'],
  [2.5, 'pounds', '2.5 pounds'],
  [2.5, 'gbp', '2.5 gbp'],
  [2.5, null, '2.5'],
])('as money %j in %s is %s', (value, currency, text) =>
  expect(formatMoney(value, currency).replaceAll('\u00a0', ' ')).toBe(text),
)
