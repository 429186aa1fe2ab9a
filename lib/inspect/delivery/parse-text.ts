import { charsetOf, decodeAs, decodeBody } from '@/lib/inspect/decode-text'
import { asObject } from '@/lib/interface/values'

/** A JSON value of a text, and the part of the text that it was read from: empty for a form. */
export interface TextPart {
  readonly text: string
  readonly value: unknown
}

/** A body, a file or a pasted text as values. */
export interface ParsedText {
  readonly form: 'json' | 'form-encoded' | 'unreadable'
  /** The value, or an array of several; undefined where it is unreadable. */
  readonly content: unknown
  readonly parts: readonly TextPart[]
  /** Lines that could not be read, from 1. */
  readonly damaged: readonly number[]
}

/**
 * Reads JSON: one value, also in Base64, several behind each other or one a line, with
 * comments, trailing commas and NaN; a form, URL-encoded or in parts. Of a damaged
 * text what is whole is read.
 * @param contentType as received; the text decides where it is wrong
 */
export function parseText(text: string, contentType: string | null = null): ParsedText {
  const plain = text.replace(/^\ufeff/, '')
  const whole = parsePart(plain) ?? parseBase64(plain)
  if (whole) return parsedText('json', [whole])

  const fields = multipartFields(plain, contentType) ?? formFields(plain, contentType)
  if (fields) {
    const value = soleName(fields) ?? nestFields(fields)
    return parsedText('form-encoded', [{ text: '', value }])
  }

  const { parts, damaged } = partsOf(repaired(plain))
  const form = parts.length === 0 ? 'unreadable' : 'json'
  return parsedText(form, parts, damaged)
}

function parsedText(
  form: ParsedText['form'],
  parts: readonly TextPart[],
  damaged: readonly number[] = [],
): ParsedText {
  const values = parts.map(({ value }) => value)
  const content = values.length > 1 ? values : values[0]
  return { form, content, parts, damaged }
}

/** An object, an array, or either as a text: JSON, also in Base64. Undefined for anything else. */
export function readable(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return value
  return typeof value === 'string' ? readEmbedded(value) : undefined
}

const STARTS_AS_JSON = /^\s*[{[]/
// A quote begins JSON that was written as a text twice.
const STARTS_AS_VALUE = /^\s*["{[]/

function readEmbedded(text: string): unknown {
  const part = STARTS_AS_VALUE.test(text) ? parsePart(text) : parseBase64(text)
  const value = part?.value
  if (typeof value !== 'object' || value === null) return undefined
  return value
}

// `{"`, `{` or `[` with a space or line break behind it, `[{`, `["`, a byte order mark before them
const BASE64_START = /^\s*(?:77u\/)?(?:eyJ|eyA|ewo|ew0|ewk|W3s|WyJ|Wwo|Ww0|WyA)/
const BASE64 = /^[\w+/-]+={0,2}$/

/** @returns null for a text that is no object or array in Base64; MIME breaks it into lines */
function parseBase64(text: string): TextPart | null {
  if (!BASE64_START.test(text)) return null
  const bare = text.replaceAll(/\s/g, '')
  if (!BASE64.test(bare)) return null
  const standard = bare.replaceAll('-', '+').replaceAll('_', '/')
  const binary = atobOrEmpty(standard)
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  const decoded = decodeBody(bytes, null)
  return parsePart(decoded)
}

function atobOrEmpty(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

/** @returns null for a text that is no JSON; a text within a text is read once more */
function parsePart(text: string): TextPart | null {
  try {
    const value: unknown = JSON.parse(withWholeNumbers(text))
    const isWithin = typeof value === 'string' && STARTS_AS_JSON.test(value)
    if (isWithin) return parsePart(value)
    return { text, value }
  } catch {
    return null
  }
}

/**
 * A JSON string, or its part before the end of its line: it always matches,
 * so that no text takes long.
 */
const STRING = String.raw`"(?:[^"\\\n]|\\[^\n])*(?:"|\\?(?=\n)|\\?$)`
const WHOLE_NUMBERS = new RegExp(String.raw`${STRING}|(?<![\d.eE+])-?\d{16,}(?![\d.eE])`, 'g')
const COMMENTS = new RegExp(String.raw`${STRING}|//[^\n]*|/\*(?:[^*]|\*(?!/))*(?:\*/|$)`, 'g')
const SLIPS = new RegExp(String.raw`${STRING}|,(?=\s*[,}\]])|(?<![\w.])-?(?:NaN|Infinity)\b`, 'g')

/** Whole numbers that JavaScript would round become texts: rounded, two ids would be one. */
function withWholeNumbers(text: string): string {
  if (!/\d{16}/.test(text)) return text
  return text.replace(WHOLE_NUMBERS, (part) => {
    if (isString(part)) return part
    const isExact = Number.isSafeInteger(Number(part))
    return isExact ? part : `"${part}"`
  })
}

/**
 * Without comments, trailing and doubled commas; tabs in texts as JSON writes them; NaN and
 * Infinity as texts, to be shown as received.
 */
export function repaired(text: string): string {
  const withoutComments = text.replace(COMMENTS, (part) => {
    if (isString(part)) return part
    // Line breaks stay, so that lines keep their numbers.
    return part.replaceAll(/[^\n]/g, ' ')
  })
  return withoutComments.replace(SLIPS, (part) => {
    if (isString(part)) return part.replaceAll('\t', '\\t')
    return part === ',' ? ' ' : `"${part}"`
  })
}

function isString(part: string): boolean {
  return part.startsWith('"')
}

interface Parts {
  readonly parts: readonly TextPart[]
  readonly damaged: readonly number[]
}

/**
 * Values behind each other; of a damaged text those of its lines, or those that are
 * whole where these are more.
 */
function partsOf(text: string): Parts {
  const inSequence = partsInSequence(text)
  const isIntact = inSequence.damaged.length === 0 && inSequence.parts.length > 0
  if (isIntact) return inSequence
  const inLines = partsInLines(text)
  const isSequenceFuller = recordsIn(inSequence) > recordsIn(inLines)
  return isSequenceFuller ? inSequence : inLines
}

function recordsIn({ parts }: Parts): number {
  const records = parts.filter(({ value }) => typeof value === 'object' && value !== null)
  return records.length
}

/**
 * Text between values: white space, commas, the ends of lists, and the
 * record separator of RFC 7464.
 */
const SEPARATORS = new RegExp(String.raw`^[\s,[\]${String.fromCharCode(0x1e)}]*$`)

function partsInSequence(text: string): Parts {
  const { spans, unclosed } = spansIn(text)
  const parts: TextPart[] = []
  const faults: number[] = []
  let end = 0
  for (const span of spans) {
    const between = text.slice(end, span.start)
    if (!SEPARATORS.test(between)) faults.push(end + startOfText(between))
    const bracketed = text.slice(span.start, span.end)
    const part = isValueBehind(between) ? parsePart(bracketed) : null
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
  const within: Span[][] = [[]]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) {
      at = endOfString(text, at)
    } else if (OPENING.has(code)) {
      unclosed.push(at)
      within.push([])
    } else if (CLOSING.has(code)) {
      const start = unclosed.pop()
      if (start === undefined) continue
      const end = at + 1
      within.pop()
      within.at(-1)?.push({ start, end })
    }
  }
  const isList = (level: number) => level === 0 || text[unclosed[level - 1] ?? 0] === '['
  const lists = within.filter((_, level) => isList(level))
  const spans = lists.flat()
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

/** An array with one element on each line is read without its ends. */
function partsInLines(text: string): Parts {
  const parts: TextPart[] = []
  const damaged: number[] = []
  const lines = text.split(/\r\n?|\n/)
  for (const [at, line] of lines.entries()) {
    const bare = line.replaceAll(/^[\s,[]+|[\s,\]]+$/g, '')
    if (bare === '') continue
    const part = parsePart(line) ?? parsePart(bare)
    if (part) parts.push(part)
    else damaged.push(at + 1)
    if (damaged.length > MOST_DAMAGED) return { parts: [], damaged }
  }
  return { parts, damaged }
}

/**
 * A hundred bookings of twenty fields: 64 KB of empty ones take seventy times
 * as much memory when parsed.
 */
const FIELDS_MAXIMUM = 2000
const LEVELS_MAXIMUM = 6

type FormField = readonly [name: string, text: string]

/** A name and its equals sign, or JSON where a name is expected: `%7B` is `{`, `%5B` is `[`. */
const FORM = /^(?:[^\s=&{}"<>[][^\s=&{}"<>]*=|%[57]B\S*$)/i

/** @returns null for a text that is no URL-encoded form */
function formFields(text: string, contentType: string | null): FormField[] | null {
  const line = text.trimEnd()
  if (!FORM.test(line)) return null
  if (/[\n<>]/.test(line)) return null
  const charset = charsetOfEscapes(line, contentType)
  const unescaped = (part: string) =>
    part.replaceAll(/\p{ASCII}+/gu, (run) => decodeAs(charset, bytesOf(run)))

  const fields: FormField[] = []
  for (const field of line.split('&', FIELDS_MAXIMUM)) {
    if (field === '') continue
    const [name = ''] = field.split('=', 1)
    const text = field.slice(name.length + 1)
    const plainName = unescaped(name)
    const plainText = unescaped(text)
    fields.push([plainName, plainText])
  }
  return fields
}

function charsetOfEscapes(line: string, contentType: string | null): string {
  const charset = charsetOf(bytesOf(line), contentType)
  // The escapes of a form in UTF-16 are those of UTF-8.
  const isUtf16 = charset.startsWith('utf-16')
  return isUtf16 ? 'utf-8' : charset
}

const PLUS = 0x2b
const PERCENT = 0x25
const SPACE = 0x20
const DELETE = 0x7f

const HEX_DIGITS = /^[\da-f]{2}$/i

/** Bytes of the ASCII characters of a form; `%EB` is one. */
function bytesOf(text: string): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const digits = text.slice(at + 1, at + 3)
    const isEscape = code === PERCENT && HEX_DIGITS.test(digits)
    if (isEscape) {
      const byte = Number.parseInt(digits, 16)
      bytes.push(byte)
      at += 2
    } else if (code === PLUS) {
      bytes.push(SPACE)
    } else if (code <= DELETE) {
      bytes.push(code)
    }
  }
  return Uint8Array.from(bytes)
}

/** JSON that was sent under the type of a form, so that it became the form's only name. */
function soleName(fields: readonly FormField[]): unknown {
  const [name, text] = fields[0] ?? []
  const isSole = fields.length === 1 && text === ''
  return isSole ? readable(name) : undefined
}

const BOUNDARY_IN_TYPE = /^multipart\/.*;\s*boundary="?([^\s";]+)/i
const BOUNDARY_IN_TEXT = /^--(\S+)\r?\ncontent-/i
/** The rest of the boundary's line, the headers, an empty line and the body. */
const PART = /^[^\n]*\n(.*?)\r?\n\r?\n(.*)$/s
const NAME_IN_HEAD = /\bname="?([^";\r\n]*)/i

/** @returns null for a text that is not in parts (RFC 2046), as forms with files are */
function multipartFields(text: string, contentType: string | null): FormField[] | null {
  const named = BOUNDARY_IN_TYPE.exec(contentType ?? '')
  const [, boundary] = named ?? BOUNDARY_IN_TEXT.exec(text) ?? []
  if (boundary === undefined) return null
  const sections = `\n${text}`.split(`\n--${boundary}`)
  const parts = sections.slice(1, FIELDS_MAXIMUM)
  const fields: FormField[] = []
  for (const [index, part] of parts.entries()) {
    const [, head, body] = PART.exec(part) ?? []
    if (head === undefined || body === undefined) continue
    const [, givenName] = NAME_IN_HEAD.exec(head) ?? []
    const name = givenName || `[${index}]`
    const value = body.replace(/\r?\n?$/, '')
    fields.push([name, value])
  }
  return fields.length > 0 ? fields : null
}

type Fields = Record<string, unknown>

/**
 * Values that are JSON are read as such; `data[booking][id]` is `data`, `booking`, `id`; the
 * first of two values stays.
 */
function nestFields(fields: readonly FormField[]): unknown {
  // Without a prototype, so that `__proto__` stays a name.
  const root: Fields = Object.create(null)
  for (const [name, text] of fields) {
    const steps = name.split(/[[\]]+/).filter(Boolean)
    const isTooDeep = steps.length > LEVELS_MAXIMUM
    const path = isTooDeep ? [name] : steps
    const object = fieldsAt(root, path.slice(0, -1))
    const last = path.at(-1) ?? name
    if (!object || last in object) continue
    object[last] = readable(text) ?? text
  }
  return withArrays(root, 0)
}

/** The object at a path, created where there is none; null where another value is in the way. */
function fieldsAt(root: Fields, path: readonly string[]): Fields | null {
  let object = root
  for (const step of path) {
    if (!(step in object)) object[step] = Object.create(null)
    const inner = asObject(object[step])
    if (!inner || !isOfForm(inner)) return null
    object = inner
  }
  return object
}

/** Whether an object is one of nested fields, not the JSON of a field. */
function isOfForm(object: object): boolean {
  return Object.getPrototypeOf(object) === null
}

/** `bookings[0][id]` is in an array. */
function withArrays(value: unknown, depth: number): unknown {
  const object: Fields | null = asObject(value)
  if (!object || !isOfForm(object)) return value
  const names = Object.keys(object)
  for (const name of names) {
    object[name] = withArrays(object[name], depth + 1)
  }
  const areIndices = names.every((name) => /^\d+$/.test(name))
  const isArray = depth > 0 && areIndices
  return isArray ? Object.values(object) : object
}
