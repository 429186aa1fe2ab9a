import { parseJson, type TextPart } from './json-text'

/** The values of a text, and its lines that could not be read, from 1. */
export interface TextParts {
  readonly parts: readonly TextPart[]
  readonly damaged: readonly number[]
}

/**
 * Values behind each other; of a damaged text those of its lines, or those that are
 * whole where these are more.
 */
export function partsOf(text: string): TextParts {
  const inSequence = partsInSequence(text)
  const isIntact = inSequence.damaged.length === 0 && inSequence.parts.length > 0
  if (isIntact) return inSequence
  const inLines = partsInLines(text)
  const isSequenceFuller = recordsIn(inSequence) > recordsIn(inLines)
  return isSequenceFuller ? inSequence : inLines
}

function recordsIn({ parts }: TextParts): number {
  const records = parts.filter(({ value }) => typeof value === 'object' && value !== null)
  return records.length
}

/**
 * Text between values: white space, commas, the ends of lists, and the
 * record separator of RFC 7464.
 */
const SEPARATORS = new RegExp(String.raw`^[\s,[\]${String.fromCharCode(0x1e)}]*$`)

function partsInSequence(text: string): TextParts {
  const { spans, unclosed } = spansIn(text)
  const parts: TextPart[] = []
  const faults: number[] = []
  let end = 0
  for (const span of spans) {
    const between = text.slice(end, span.start)
    if (!SEPARATORS.test(between)) faults.push(end + startOfText(between))
    const bracketed = text.slice(span.start, span.end)
    const part = isValueBehind(between) ? parseJson(bracketed) : null
    if (part) parts.push(part)
    else faults.push(span.start)
    end = span.end
  }
  const rest = text.slice(end)
  const cutAt = unclosed.find((at) => at >= end) ?? unclosed[0]
  if (cutAt !== undefined) faults.push(cutAt)
  else if (!SEPARATORS.test(rest)) faults.push(end + startOfText(rest))
  return { parts, damaged: linesOf(text, faults) }
}

function startOfText(text: string): number {
  return text.search(/\S/)
}

/** Not `var x = {…}`: it begins its line, or is the element of a list. */
function isValueBehind(between: string): boolean {
  const lineStart = between.lastIndexOf('\n') + 1
  const line = between.slice(lineStart)
  const beginsLine = SEPARATORS.test(line)
  const isElement = /[[,]\s*$/.test(line)
  return beginsLine || isElement
}

interface Span {
  readonly start: number
  /** Behind the closing bracket. */
  readonly end: number
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const LINE_FEED = 0x0a
const OPENING = new Set([0x5b, 0x7b])
const CLOSING = new Set([0x5d, 0x7d])

interface Spans {
  readonly spans: readonly Span[]
  /** Places of brackets that are not closed. */
  readonly unclosed: readonly number[]
}

/** Objects and arrays behind each other, and those within lists that do not end. */
function spansIn(text: string): Spans {
  const unclosed: number[] = []
  // Spans by the open bracket that they are directly within; first those within none.
  const closedWithin: Span[][] = [[]]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
    } else if (OPENING.has(code)) {
      unclosed.push(at)
      closedWithin.push([])
    } else if (CLOSING.has(code)) {
      const start = unclosed.pop()
      if (start === undefined) continue
      const end = at + 1
      closedWithin.pop()
      closedWithin.at(-1)?.push({ start, end })
    }
  }
  const [outside = [], ...inUnclosed] = closedWithin
  // Spans within an object that does not end are parts of a value, not values.
  const inUnclosedLists = inUnclosed.filter((_, at) => text[unclosed[at] ?? 0] === '[')
  const spans = [outside, ...inUnclosedLists].flat()
  return { spans, unclosed }
}

/** Place of the closing quote, or of the end of the line: no JSON string goes beyond it. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === BACKSLASH) at++
    else if (code === QUOTE || code === LINE_FEED) return at
  }
  return text.length
}

/** Lines of some places, each once. */
function linesOf(text: string, places: readonly number[]): number[] {
  const lines = new Set<number>()
  let line = 1
  let counted = 0
  const inOrder = places.toSorted((a, b) => a - b)
  for (const place of inOrder) {
    for (; counted < place; counted++) {
      const code = text.charCodeAt(counted)
      if (code === LINE_FEED) line++
    }
    lines.add(line)
  }
  return [...lines]
}

// More lines than this are no damaged file but another format.
const MOST_DAMAGED = 1_000

const BEFORE_ELEMENT = /^[\s,[]+/
/** Tried at the beginning of a run only, so that no line takes long. */
const AFTER_ELEMENT = /(?<![\s,\]])[\s,\]]+$/

/** An array with one element on each line is read without its ends. */
function partsInLines(text: string): TextParts {
  const parts: TextPart[] = []
  const damaged: number[] = []
  const lines = text.split(/\r\n?|\n/)
  for (const [at, line] of lines.entries()) {
    const bare = line.replace(BEFORE_ELEMENT, '').replace(AFTER_ELEMENT, '')
    if (bare === '') continue
    const part = parseJson(line) ?? parseJson(bare)
    if (part) parts.push(part)
    else damaged.push(at + 1)
    if (damaged.length > MOST_DAMAGED) return { parts: [], damaged }
  }
  return { parts, damaged }
}
