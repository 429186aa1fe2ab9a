import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitReadable } from './split-readable'
import { JsonFault, splitRecords } from './split-records'

/** Records as parsed, and the skipped parts. */
function read(text: string) {
  const { starts, ends, skipped } = splitReadable(text)
  return {
    records: starts.map((start, index) => JSON.parse(text.slice(start, ends[index]))),
    skipped: skipped.map(({ line, lastLine }) => (line === lastLine ? line : [line, lastLine])),
    reasons: skipped.map(({ reason }) => reason),
  }
}

const numbered = (count: number) => Array.from({ length: count }, (_, id) => ({ id }))
const lines = (values: readonly unknown[]) => values.map((value) => JSON.stringify(value))

it('opens 200 lines and skips the cut-off one at the end', () => {
  const text = `${lines(numbered(200)).join('\n')}\n{"id":200,"customer_na`
  expect(read(text)).toEqual({
    records: numbered(200),
    skipped: [201],
    reasons: ['the text ends inside a string'],
  })
})

it.each([
  ['cut off inside a name', '{"id":'],
  ['cut off after a comma', '{"id":1,'],
  ['cut off inside a text', '{"id":"a'],
  ['words', 'Warning: disk full'],
  ['too many brackets', '{"id":1}}'],
  ['nested too deeply', `{"a":${'['.repeat(200)}${']'.repeat(200)}}`],
])('skips a line in the middle that is %s', (_, bad) => {
  const { records, skipped } = read(`{"id":0}\r\n${bad}\r\n{"id":2}\r\n`)
  expect(records.filter(({ id }) => id !== 1)).toEqual([{ id: 0 }, { id: 2 }])
  expect(skipped).toEqual([2])
})

it('opens the whole elements of an array that is cut off', () => {
  expect(read('[{"id":0},{"id":1},{"id":')).toMatchObject({ records: numbered(2), skipped: [1] })
  const pretty = JSON.stringify(numbered(3), null, 2)
  expect(read(pretty.slice(0, -8))).toMatchObject({ records: numbered(2) })
})

it('skips a damaged element of an array with its lines, and goes on after it', () => {
  const pretty = JSON.stringify(numbered(3), null, 2).replace('"id": 1', '"id": 01')
  expect(read(pretty)).toEqual({
    records: [{ id: 0 }, { id: 2 }],
    skipped: [[5, 7]],
    reasons: ['unexpected character after a value'],
  })
  expect(read('[{"id":0},\n{"id":x},\n{"id":2}]')).toMatchObject({
    records: [{ id: 0 }, { id: 2 }],
    skipped: [2],
  })
})

it('refuses a text without a readable record at its first fault', () => {
  expect(() => read('id,status\n1,pending\n')).toThrow(new JsonFault(0, 'expected a value'))
  expect(() => read('{"a":1,}')).toThrow(JsonFault)
})

it('ends on any text, and reads whole ones as they are', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\n', '\n{', '1', '{"a":1}\n')),
      (signs) => {
        const text = signs.join('')
        const attempt = (split: (text: string) => { starts: readonly number[] }) => {
          try {
            return [...split(text).starts]
          } catch (error) {
            expect(error).toBeInstanceOf(JsonFault)
            return null
          }
        }
        const whole = attempt(splitRecords)
        const readable = attempt(splitReadable)
        if (whole) expect(readable).toEqual(whole)
      },
    ),
    { numRuns: 500 },
  )
})
