import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { JsonFault, MOST_LEVELS, splitRecords } from './split-records'
import { textPosition } from './text-position'

function recordsOf(text: string): unknown[] {
  const { starts, ends } = splitRecords(text)
  expect(ends).toHaveLength(starts.length)
  return starts.map((start, index) => JSON.parse(text.slice(start, ends[index])))
}

function faultOf(text: string): JsonFault | null {
  try {
    splitRecords(text)
    return null
  } catch (error) {
    if (error instanceof JsonFault) return error
    throw error
  }
}

describe('the records of a text', () => {
  it.each([
    ['one', '{"id":"b-1"}', 1],
    ['an array', ' [ {"a":[1,2]} , {"b":{}} ,\n{} ] ', 3],
    ['one per line', '{"a":1}\r\n{"a":2}\n\n{"a":3}', 3],
    ['arrays one per line', '[1,2]\n[3]', 3],
    ['values that are not objects', '"x" 1 null [[4]]', 4],
    ['an empty array', '[]', 0],
    ['nothing', ' \n', 0],
  ])('are found in %s', (_, text, count) => expect(recordsOf(text)).toHaveLength(count))

  it('are those that JSON.parse reads, for any values', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 5 })), fc.constantFrom(0, 2), (values, indent) => {
        // JSON has no -0.
        const same = JSON.parse(JSON.stringify(values))
        expect(recordsOf(JSON.stringify(values, null, indent))).toEqual(same)
        const lines = same.filter((value: unknown) => !Array.isArray(value))
        expect(recordsOf(lines.map((value: unknown) => JSON.stringify(value)).join('\r\n'))).toEqual(lines)
      }),
    )
  })
})

describe('a text that is not JSON', () => {
  it('is refused exactly when JSON.parse refuses it', () => {
    const damaged = fc
      .tuple(fc.json(), fc.nat(), fc.constantFrom('', ',', '"', '}', ']', '{', '0', '\\', '\u0007', 'e', ':'))
      .map(([text, place, sign]) => {
        const at = place % (text.length + 1)
        return `[${text.slice(0, at)}${sign}${text.slice(at + 1)}]`
      })
    fc.assert(
      fc.property(damaged, (text) => {
        const isJson = (() => {
          try {
            JSON.parse(text)
            return true
          } catch {
            return false
          }
        })()
        // Consecutive values are not JSON, but they are records.
        if (isJson) expect(faultOf(text)).toBeNull()
        else if (faultOf(text) === null) expect(() => recordsOf(text)).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['{"a":1,}', 1, 8, 'expected a name in double quotes'],
    ['[1,2', 1, 5, 'the text ends where , or the end was expected'],
    ['{\r\n  "a" 1}', 2, 7, 'expected : after the name'],
    ['[01]', 1, 3, 'unexpected character after a value'],
    ['{"🚕": "a\nb"}', 1, 9, 'unescaped line break or control character in a string'],
    ['{"id":"b-1"}\n{"id":b-2}', 2, 7, 'expected a value'],
    ['["\\u12"]', 1, 4, 'expected four hexadecimal digits after \\u'],
    ['[{"a":1]}', 1, 8, 'expected , or the end'],
    ['{}}', 1, 3, 'expected a value'],
    ['NaN', 1, 1, 'expected a value'],
    ['{"a', 1, 4, 'the text ends inside a string'],
  ])('%j is refused at line %d, column %d', (text, line, column, message) => {
    const fault = faultOf(text) as JsonFault
    expect(fault.message).toBe(message)
    expect(textPosition(text, fault.offset)).toMatchObject({ line, column })
  })

  it('is refused where it is nested too deeply', () => {
    const deepest = `${'['.repeat(MOST_LEVELS)}${']'.repeat(MOST_LEVELS)}`
    expect(faultOf(deepest)).toBeNull()
    const fault = faultOf('['.repeat(1_000_000)) as JsonFault
    expect([fault.isTooDeep, fault.offset]).toEqual([true, MOST_LEVELS])
  })
})

it('shows the text around a position in its line', () => {
  expect(textPosition('first\r\nsecond line\rthird', 14)).toMatchObject({
    line: 2,
    before: 'second ',
    after: 'line',
  })
})
