import { charsetOf, decodeAs } from '@/lib/inspect/decode-text'
import { asObject } from '@/lib/interface/values'
import { readable } from './json-text'

/**
 * Reads a form: fields in parts (RFC 2046), or URL-encoded ones.
 * @returns the fields as an object, or the JSON that was sent under the type of a form; null for
 * a text that is no form
 */
export function parseForm(text: string, contentType: string | null): { value: unknown } | null {
  const fields = multipartFields(text, contentType) ?? formFields(text, contentType)
  if (!fields) return null
  return { value: soleName(fields) ?? nestFields(fields) }
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
  const line = text.trim()
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

/** @returns null for a text that is not in parts, as forms with files are */
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
