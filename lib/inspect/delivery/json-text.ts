import { decodeBody } from '@/lib/inspect/decode-text'

/** A JSON value of a text, and the part of the text that it was read from: empty for a form. */
export interface TextPart {
  readonly text: string
  readonly value: unknown
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
  const part = STARTS_AS_VALUE.test(text) ? parseJson(text) : parseBase64(text)
  const value = part?.value
  if (typeof value !== 'object' || value === null) return undefined
  return value
}

// `{"`, `{` or `[` with a space or line break behind it, `[{`, `["`, a byte order mark before them
const BASE64_START = /^\s*(?:77u\/)?(?:eyJ|eyA|ewo|ew0|ewk|W3s|WyJ|Wwo|Ww0|WyA)/
const BASE64 = /^[\w+/-]+={0,2}$/

/** @returns null for a text that is no object or array in Base64; MIME breaks it into lines */
export function parseBase64(text: string): TextPart | null {
  if (!BASE64_START.test(text)) return null
  const bare = text.replaceAll(/\s/g, '')
  if (!BASE64.test(bare)) return null
  const standard = bare.replaceAll('-', '+').replaceAll('_', '/')
  const binary = atobOrEmpty(standard)
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0))
  const decoded = decodeBody(bytes, null)
  return parseJson(decoded)
}

function atobOrEmpty(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}

/** @returns null for a text that is no JSON; JSON within its only text is read as well */
export function parseJson(text: string): TextPart | null {
  try {
    const value: unknown = JSON.parse(withWholeNumbers(text))
    const isWithin = typeof value === 'string' && STARTS_AS_JSON.test(value)
    if (isWithin) return parseJson(value)
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
