import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeInText } from './place-in-text'
import { JsonFault, MOST_LEVELS, splitRecords } from './split-records'

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
    ['one a line', '{"a":1}\r\n{"a":2}\n\n{"a":3}', 3],
    ['arrays one a line', '[1,2]\n[3]', 3],
    ['values that are no objects', '"x" 1 null [[4]]', 4],
    ['an empty array', '[]', 0],
    ['nothing', ' \n', 0],
  ])('are found in %s', (_, text, count) => expect(recordsOf(text)).toHaveLength(count))

  it('are those that JSON itself reads, whatever they are', () => {
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

describe('a text that is no JSON', () => {
  it('is refused exactly when JSON refuses it', () => {
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
        // Several values after one another are no JSON, but they are records.
        if (isJson) expect(faultOf(text)).toBeNull()
        else if (faultOf(text) === null) expect(() => recordsOf(text)).not.toThrow()
      }),
      { numRuns: 2000 },
    )
  })

  it.each([
    ['{"a":1,}', 1, 8, 'a name in double quotes is expected here'],
    ['[1,2', 1, 5, 'the text ends where , or the end is expected'],
    ['{\r\n  "a" 1}', 2, 7, ': after the name is expected here'],
    ['[01]', 1, 3, 'the value before it does not end here'],
    ['{"🚕": "a\nb"}', 1, 9, 'a text may not hold a line break or another control as it is'],
    ['{"id":"b-1"}\n{"id":b-2}', 2, 7, 'a value is expected here'],
    ['["\\u12"]', 1, 4, 'four hexadecimal digits are expected after \\u'],
    ['[{"a":1]}', 1, 8, ', or the end is expected here'],
    ['{}}', 1, 3, 'a value is expected here'],
    ['NaN', 1, 1, 'a value is expected here'],
    ['{"a', 1, 4, 'the text ends inside a string'],
  ])('%j is refused at line %d, column %d', (text, line, column, message) => {
    const fault = faultOf(text) as JsonFault
    expect(fault.message).toBe(message)
    expect(placeInText(text, fault.offset)).toMatchObject({ line, column })
  })

  it('is refused where it is nested too deeply, however deep that goes', () => {
    const deepest = `${'['.repeat(MOST_LEVELS)}${']'.repeat(MOST_LEVELS)}`
    expect(faultOf(deepest)).toBeNull()
    const fault = faultOf('['.repeat(1_000_000)) as JsonFault
    expect([fault.isTooDeep, fault.offset]).toEqual([true, MOST_LEVELS])
  })
})

it('shows what stands around a place in its own line', () => {
  expect(placeInText('first\r\nsecond line\rthird', 14)).toMatchObject({
    line: 2,
    before: 'second ',
    after: 'line',
  })
})
