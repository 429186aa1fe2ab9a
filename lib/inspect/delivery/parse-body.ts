import type { JsonObject } from '@/lib/interface/resources'

/** A body as a value; `content` is undefined where it is unreadable. */
export interface ParsedBody {
  readonly form: 'json' | 'form-encoded' | 'multipart' | 'unreadable'
  readonly content: unknown
}

/** @param contentType as received; the text decides where it is wrong */
export function parseBody(text: string, contentType: string | null): ParsedBody {
  const json = parseJson(text)
  if (json !== undefined) return { form: 'json', content: json }
  if (/json/i.test(contentType ?? '')) return { form: 'unreadable', content: undefined }
  const parts = parseMultipart(text)
  if (parts) return { form: 'multipart', content: parts }
  const fields = parseForm(text)
  return fields ? { form: 'form-encoded', content: fields } : { form: 'unreadable', content: undefined }
}

/** @returns undefined for a text that is no JSON; a text within a text is read once more */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(withWholeNumbers(text.replace(/^\uFEFF/, '')))
    return typeof value === 'string' && /^\s*[{[]/.test(value) ? JSON.parse(withWholeNumbers(value)) : value
  } catch {
    return undefined
  }
}

/** Whole numbers that JavaScript would round become texts: rounded, two ids would be one. */
function withWholeNumbers(text: string): string {
  if (!/\d{16}/.test(text)) return text
  return text.replace(/"(?:[^"\\]|\\.)*"|(?<![\d.eE+])-?\d{16,}(?![\d.eE])/g, (part) =>
    part.startsWith('"') || Number.isSafeInteger(Number(part)) ? part : `"${part}"`,
  )
}

type Fields = Map<string, unknown>

/** A hundred bookings of twenty fields: 64 KB of empty ones take seventy times as much memory when parsed. */
const FIELDS_MAXIMUM = 2000

/** Values that are JSON are read as such, and `booking[id]` as a field of `booking`. @returns null for no form */
function parseForm(text: string): JsonObject | null {
  const line = text.trimEnd()
  if (!/^[^\s=&]+=/.test(line) || /[\n<>]/.test(line)) return null
  return fieldsOf(new URLSearchParams(line.split('&', FIELDS_MAXIMUM).join('&')))
}

/** The first boundary with a header after it: that of the content type may be missing. */
const BOUNDARY = /(?:^|\n)--([^\r\n]{1,200})\r?\ncontent-[a-z-]+:/i

/** A booking has some fifty fields. */
const PARTS_MAXIMUM = 1000

/** `multipart/form-data`, a file in it as the field of its name. @returns null for no such body */
function parseMultipart(text: string): JsonObject | null {
  const boundary = BOUNDARY.exec(text)?.[1]
  if (boundary === undefined) return null
  const values: [string, string][] = []
  for (const part of `\n${text}`.split(`\n--${boundary}`, PARTS_MAXIMUM + 1).slice(1)) {
    if (part.startsWith('--')) break
    const [, head = '', value = ''] = /^(.*?)\r?\n\r?\n(.*?)\r?$/s.exec(part) ?? []
    const [, quoted, plain] =
      /^content-disposition:.*?;[ \t]*name=(?:"([^"\r\n]*)"|([^\s;]*))/im.exec(head) ?? []
    values.push([quoted ?? plain ?? 'body', value])
  }
  return fieldsOf(values)
}

function fieldsOf(values: Iterable<readonly [name: string, value: string]>): JsonObject {
  const fields: Fields = new Map()
  for (const [name, value] of values) setField(fields, pathOf(name), readable(value) ?? value)
  return toObject(fields)
}

const LEVELS_MAXIMUM = 6

/** `data[booking][id]` is `data`, `booking`, `id`. */
function pathOf(name: string): string[] {
  const [, first, rest = ''] = /^([^[\]]+)((?:\[[^[\]]+\])+)$/.exec(name) ?? []
  const path = first === undefined ? [name] : [first, ...rest.slice(1, -1).split('][')]
  return path.length > LEVELS_MAXIMUM ? [name] : path
}

/** The first of two values of one name stays. */
function setField(fields: Fields, [name = '', ...inner]: readonly string[], value: unknown): void {
  const before = fields.get(name)
  if (inner.length === 0) {
    if (before === undefined) fields.set(name, value)
    return
  }
  if (before !== undefined && !(before instanceof Map)) return
  const within: Fields = before ?? new Map()
  fields.set(name, within)
  setField(within, inner, value)
}

/** `__proto__` stays a name. */
function toObject(fields: Fields): JsonObject {
  return Object.fromEntries(
    [...fields].map(([name, value]) => [name, value instanceof Map ? toValue(value) : value]),
  )
}

/** `bookings[0][id]` is in an array. */
function toValue(fields: Fields): unknown {
  const object = toObject(fields)
  return [...fields.keys()].every((name) => /^\d+$/.test(name)) ? Object.values(object) : object
}

/** An object, an array, or either as a text; undefined for anything else. */
export function readable(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return value
  return typeof value === 'string' && /^\s*[{[]/.test(value) ? parseJson(value) : undefined
}
