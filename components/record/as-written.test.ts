import { expect, it } from 'vitest'
import { lossesOf } from '@/lib/inspect/source'
import { jsonAsWritten, writtenNumbers } from './json-viewer'

const text =
  '{"id":"b","totals":{"net":12345678901234567890,"list":[1e999]},"__proto__":9007199254740993}'
const losses = lossesOf(text)

it('numbers that lose digits are found by path, as written', () => {
  expect([...writtenNumbers(losses)]).toEqual([
    ['["totals","net"]', '12345678901234567890'],
    ['["totals","list",0]', '1e999'],
    ['["__proto__"]', '9007199254740993'],
  ])
})

it('numbers that lose digits are copied as written', () => {
  expect(jsonAsWritten(JSON.parse(text), losses).replaceAll(/\s/g, '')).toBe(text)
  expect(jsonAsWritten({ a: 1.5 }, [])).toBe('{\n  "a": 1.5\n}')
})

it('numbers that lose digits are not restored where the last value of a repeated name differs', () => {
  const repeated = '{"net":12345678901234567890,"net":"none","id":"12345678901234567890"}'
  expect(JSON.parse(jsonAsWritten(JSON.parse(repeated), lossesOf(repeated)))).toEqual({
    net: 'none',
    id: '12345678901234567890',
  })
})

it('of a repeated name the last value is copied, also where both are numbers', () => {
  const copied = (text: string) =>
    jsonAsWritten(JSON.parse(text), lossesOf(text)).replaceAll(/\s/g, '')
  expect(copied('{"net":12345678901234567890,"net":5}')).toBe('{"net":5}')
  expect(copied('{"net":12345678901234567890,"net":98765432109876543210}')).toBe(
    '{"net":98765432109876543210}',
  )
})
