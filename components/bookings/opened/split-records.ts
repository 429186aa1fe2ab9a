/** Where a text stops being JSON, and the syntax expected there. */
export class JsonFault extends Error {
  /** UTF-16 units from the text's start. */
  readonly offset: number
  /** Nested too deeply; otherwise the text is not JSON. */
  readonly isTooDeep: boolean

  constructor(offset: number, message: string, isTooDeep = false) {
    super(message)
    this.name = 'JsonFault'
    this.offset = offset
    this.isTooDeep = isTooDeep
  }
}

/** Deeper than any booking, and far below the limits of a browser's JSON functions. */
export const MOST_LEVELS = 100

/** Starts and ends of the records of a text, in UTF-16 units: record n is `text.slice(starts[n], ends[n])`. */
export interface RecordRanges {
  readonly starts: readonly number[]
  readonly ends: readonly number[]
}

type Expected = 'value' | 'value-or-end' | 'name' | 'name-or-end' | 'colon' | 'next'

const descriptions: Record<Expected, string> = {
  value: 'a value',
  'value-or-end': 'a value or ]',
  name: 'a name in double quotes',
  'name-or-end': 'a name in double quotes or }',
  colon: ': after the name',
  next: ', or the end',
}

const QUOTE = 34
const COMMA = 44
const COLON = 58
const OPEN_ARRAY = 91
const BACKSLASH = 92
const CLOSE_ARRAY = 93
const OPEN_OBJECT = 123
const CLOSE_OBJECT = 125

const SCALAR = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y
const AFTER_SCALAR = /[\s,\]}]/

/**
 * Finds the records of a text without parsing them: the elements of an array, or consecutive values such as one per
 * line. The whole text is validated, so that each record can be parsed alone.
 * @throws JsonFault
 */
export function splitRecords(text: string): RecordRanges {
  const scan: Scan = { starts: [], ends: [], open: [] }
  scanRecords(text, 0, scan)
  return scan
}

/** State of a scan. At a fault inside a record, that record has a start and no end. */
export interface Scan {
  readonly starts: number[]
  readonly ends: number[]
  /** The open brackets, outermost first. */
  readonly open: number[]
}

/** Whether a scan is inside a top-level array. */
export function isInArray({ open }: Scan): boolean {
  return open[0] === OPEN_ARRAY
}

/**
 * As `splitRecords`, from an offset on.
 * @param scan filled; it keeps the records found before a fault
 * @throws JsonFault
 */
export function scanRecords(text: string, from: number, { starts, ends, open }: Scan): void {
  let expected: Expected = 'value'
  let at = from

  // A top-level value, or an element of a top-level array.
  const isRecord = () => open.length === 0 || (open.length === 1 && open[0] === OPEN_ARRAY)
  const begin = (offset: number, code: number) => {
    if (isRecord() && !(open.length === 0 && code === OPEN_ARRAY)) starts.push(offset)
  }
  const end = (offset: number, code: number): Expected => {
    if (isRecord() && !(open.length === 0 && code === CLOSE_ARRAY)) ends.push(offset)
    return open.length === 0 ? 'value' : 'next'
  }

  for (;;) {
    at = skipSpace(text, at)
    if (at >= text.length) {
      if (open.length > 0)
        throw new JsonFault(at, `the text ends where ${descriptions[expected]} was expected`)
      return
    }
    const code = text.charCodeAt(at)
    const wantsValue = expected === 'value' || expected === 'value-or-end'
    if ((code === OPEN_OBJECT || code === OPEN_ARRAY) && wantsValue) {
      begin(at, code)
      if (open.length === MOST_LEVELS)
        throw new JsonFault(at, `nested deeper than ${MOST_LEVELS} levels`, true)
      open.push(code)
      expected = code === OPEN_OBJECT ? 'name-or-end' : 'value-or-end'
      at++
    } else if (code === CLOSE_OBJECT && closes(open, OPEN_OBJECT, expected, 'name-or-end')) {
      open.pop()
      expected = end(++at, code)
    } else if (code === CLOSE_ARRAY && closes(open, OPEN_ARRAY, expected, 'value-or-end')) {
      open.pop()
      expected = end(++at, code)
    } else if (code === COMMA && expected === 'next') {
      expected = open.at(-1) === OPEN_OBJECT ? 'name' : 'value'
      at++
    } else if (code === COLON && expected === 'colon') {
      expected = 'value'
      at++
    } else if (code === QUOTE && (expected === 'name' || expected === 'name-or-end')) {
      at = skipString(text, at)
      expected = 'colon'
    } else if (wantsValue) {
      begin(at, code)
      at = code === QUOTE ? skipString(text, at) : skipScalar(text, at, descriptions[expected])
      // Values need a separator: 01 is not a number and "a""b" not two strings.
      if (at < text.length && !AFTER_SCALAR.test(text[at] as string)) {
        throw new JsonFault(at, 'unexpected character after a value')
      }
      expected = end(at, code)
    } else {
      throw new JsonFault(at, `expected ${descriptions[expected]}`)
    }
  }
}

function closes(open: readonly number[], kind: number, expected: Expected, whenEmpty: Expected): boolean {
  return open.at(-1) === kind && (expected === 'next' || expected === whenEmpty)
}

function skipSpace(text: string, from: number): number {
  let at = from
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 10 && code !== 13 && code !== 9) break
  }
  return at
}

function skipScalar(text: string, from: number, expected: string): number {
  SCALAR.lastIndex = from
  if (!SCALAR.test(text)) throw new JsonFault(from, `expected ${expected}`)
  return SCALAR.lastIndex
}

/** @returns the offset after the closing quote */
function skipString(text: string, from: number): number {
  for (let at = from + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) return at + 1
    if (code < 32) throw new JsonFault(at, 'unescaped line break or control character in a string')
    if (code !== BACKSLASH) continue
    at++
    const letter = text[at]
    if (letter === undefined) break
    if (letter === 'u') {
      if (!/^[\da-fA-F]{4}$/.test(text.slice(at + 1, at + 5))) {
        throw new JsonFault(at, 'expected four hexadecimal digits after \\u')
      }
      at += 4
    } else if (!'"\\/bfnrt'.includes(letter)) throw new JsonFault(at, 'unknown escape in a string')
  }
  throw new JsonFault(text.length, 'the text ends inside a string')
}
