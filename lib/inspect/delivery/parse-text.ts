import { charsetOf, decodeBody } from '@/lib/inspect/decode-text'
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

function readEmbedded(text: string): unknown {
  const part = /^\s*[{[]/.test(text) ? parsePart(text) : parseBase64(text)
  return part?.value
}

// `{"`, `{` or `[` with a space or line break behind it, `[{`, `["`
const BASE64_START = /^\s*(?:eyJ|eyA|ewo|ew0|ewk|W3s|WyJ|Wwo|Ww0|WyA)/
const BASE64 = /^[\w+/-]+={0,2}$/

/** @returns null for a text that is no object or array in Base64; MIME breaks it into lines */
function parseBase64(text: string): TextPart | null {
  if (!BASE64_START.test(text)) return null
  const bare = text.replaceAll(/\s/g, '')
  if (!BASE64.test(bare)) return null
  const standard = bare.replaceAll('-', '+').replaceAll('_', '/')
  const binary = atobOrEmpty(standard)
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  return parsePart(decodeBody(bytes, null))
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
    const isWithin = typeof value === 'string' && /^\s*[{[]/.test(value)
    return isWithin ? parsePart(value) : { text, value }
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
const SLIPS = new RegExp(String.raw`${STRING}|,(?=\s*[}\]])|(?<![\w.])-?(?:NaN|Infinity)\b`, 'g')

/** Whole numbers that JavaScript would round become texts: rounded, two ids would be one. */
function withWholeNumbers(text: string): string {
  if (!/\d{16}/.test(text)) return text
  return text.replace(WHOLE_NUMBERS, (part) => {
    const isKept = isString(part) || Number.isSafeInteger(Number(part))
    return isKept ? part : `"${part}"`
  })
}

/** Without comments and trailing commas; NaN and Infinity as texts, to be shown as received. */
export function repaired(text: string): string {
  const withoutComments = text.replace(COMMENTS, (part) =>
    isString(part) ? part : part.replaceAll(/[^\n]/g, ' '),
  )
  return withoutComments.replace(SLIPS, (part) => {
    if (isString(part)) return part
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
  if (inSequence.damaged.length === 0 && inSequence.parts.length > 0) return inSequence
  const inLines = partsInLines(text)
  return recordsIn(inSequence) > recordsIn(inLines) ? inSequence : inLines
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
    if (!SEPARATORS.test(between)) faults.push(end + between.search(/\S/))
    const part = isValueBehind(between) ? parsePart(text.slice(span.start, span.end)) : null
    if (part) parts.push(part)
    else faults.push(span.start)
    end = span.end
  }
  const rest = text.slice(end)
  const cutAt = unclosed.find((at) => at >= end) ?? unclosed[0]
  if (cutAt !== undefined) faults.push(cutAt)
  else if (!SEPARATORS.test(rest)) faults.push(end + rest.search(/\S/))
  return { parts, damaged: linesOf(text, faults) }
}

/** Not `var x = {…}`: it begins its line, or is the element of a list. */
function isValueBehind(between: string): boolean {
  const line = between.slice(between.lastIndexOf('\n') + 1)
  return SEPARATORS.test(line) || /[[,]\s*$/.test(line)
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

/** Objects and arrays behind each other, and those within lists that do not end. */
function spansIn(text: string): { spans: Span[]; unclosed: number[] } {
  const unclosed: number[] = []
  const within: Span[][] = [[]]
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (OPENING.has(code)) {
      unclosed.push(at)
      within.push([])
    } else if (CLOSING.has(code)) {
      const start = unclosed.pop()
      if (start === undefined) continue
      within.pop()
      within.at(-1)?.push({ start, end: at + 1 })
    }
  }
  const isList = (level: number) => level === 0 || text[unclosed[level - 1] ?? 0] === '['
  const spans = within.filter((_, level) => isList(level)).flat()
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
  for (const place of places.toSorted((a, b) => a - b)) {
    for (; counted < place; counted++) if (text.charCodeAt(counted) === LINE_FEED) line++
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
  for (const [at, line] of text.split(/\r\n?|\n/).entries()) {
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
  if (!FORM.test(line) || /[\n<>]/.test(line)) return null
  const charset = charsetOf(bytesOf(line), contentType)
  // The escapes of a form in UTF-16 are those of UTF-8.
  const decoder = new TextDecoder(charset.startsWith('utf-16') ? 'utf-8' : charset)
  const unescaped = (part: string) =>
    part.replaceAll(/\p{ASCII}+/gu, (run) => decoder.decode(bytesOf(run)))

  const fields: FormField[] = []
  for (const field of line.split('&', FIELDS_MAXIMUM)) {
    if (field === '') continue
    const [name = ''] = field.split('=', 1)
    const text = field.slice(name.length + 1)
    fields.push([unescaped(name), unescaped(text)])
  }
  return fields
}

const PLUS = 0x2b
const PERCENT = 0x25
const SPACE = 0x20
const DELETE = 0x7f

/** Bytes of the ASCII characters of a form; `%EB` is one. */
function bytesOf(text: string): Uint8Array {
  const bytes: number[] = []
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    const digits = text.slice(at + 1, at + 3)
    if (code === PERCENT && /^[\da-f]{2}$/i.test(digits)) {
      bytes.push(Number.parseInt(digits, 16))
      at += 2
    } else if (code === PLUS) bytes.push(SPACE)
    else if (code <= DELETE) bytes.push(code)
  }
  return Uint8Array.from(bytes)
}

/** JSON that was sent under the type of a form, so that it became the form's only name. */
function soleName(fields: readonly FormField[]): unknown {
  const [name, text] = fields[0] ?? []
  return fields.length === 1 && text === '' ? readable(name) : undefined
}

/** @returns null for a text that is not in parts (RFC 2046), as forms with files are */
function multipartFields(text: string, contentType: string | null): FormField[] | null {
  const named = /^multipart\/.*;\s*boundary="?([^\s";]+)/i.exec(contentType ?? '')?.[1]
  const boundary = named ?? /^--(\S+)\r?\ncontent-/i.exec(text)?.[1]
  if (boundary === undefined) return null
  const parts = `\n${text}`.split(`\n--${boundary}`).slice(1, FIELDS_MAXIMUM)
  const fields: FormField[] = []
  for (const [index, part] of parts.entries()) {
    const [, head, body] = /^[^\n]*\n(.*?)\r?\n\r?\n(.*)$/s.exec(part) ?? []
    if (head === undefined || body === undefined) continue
    const name = /\bname="([^"]*)"/i.exec(head)?.[1]
    fields.push([name || `[${index}]`, body.replace(/\r?\n?$/, '')])
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
    const path = steps.length > LEVELS_MAXIMUM ? [name] : steps
    const object = fieldsAt(root, path.slice(0, -1))
    const last = path.at(-1) ?? name
    if (object && !(last in object)) object[last] = readable(text) ?? text
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
  for (const name of Object.keys(object)) object[name] = withArrays(object[name], depth + 1)
  const isArray = depth > 0 && Object.keys(object).every((name) => /^\d+$/.test(name))
  return isArray ? Object.values(object) : object
}
