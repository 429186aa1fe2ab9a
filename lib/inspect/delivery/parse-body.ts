import { asObject } from '@/lib/interface/values'

/** A body as a value; `content` is undefined where it is unreadable. */
export interface ParsedBody {
  readonly form: 'json' | 'form-encoded' | 'unreadable'
  readonly content: unknown
}

/** @param contentType as received; the text decides where it is wrong */
export function parseBody(text: string, contentType: string | null): ParsedBody {
  const json = parseJson(text)
  if (json !== undefined) return { form: 'json', content: json }
  const line = text.trimEnd()
  const isForm = !/json/i.test(contentType ?? '') && /^[^\s=&]+=/.test(line) && !/[\n<>]/.test(line)
  return isForm
    ? { form: 'form-encoded', content: parseForm(line) }
    : { form: 'unreadable', content: undefined }
}

/** @returns undefined for a text that is no JSON; a text within a text is read once more */
function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(withWholeNumbers(text.replace(/^\uFEFF/, '')))
    return typeof value === 'string' && /^\s*[{[]/.test(value)
      ? JSON.parse(withWholeNumbers(value))
      : value
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

/** A hundred bookings of twenty fields: 64 KB of empty ones take seventy times as much memory when parsed. */
const FIELDS_MAXIMUM = 2000
const LEVELS_MAXIMUM = 6

type Fields = Record<string, unknown>

/** Values that are JSON are read as such; `data[booking][id]` is `data`, `booking`, `id`; the first of two values stays. */
function parseForm(line: string): unknown {
  // Without a prototype, so that `__proto__` stays a name.
  const root: Fields = Object.create(null)
  for (const [name, text] of new URLSearchParams(line.split('&', FIELDS_MAXIMUM).join('&'))) {
    const steps = name.split(/[[\]]+/).filter(Boolean)
    const path = steps.length > LEVELS_MAXIMUM ? [name] : steps
    let object: Fields | null = root
    for (const step of path.slice(0, -1)) {
      if (object && !(step in object)) object[step] = Object.create(null)
      const inner: Fields | null = object && asObject(object[step])
      object = inner && Object.getPrototypeOf(inner) === null ? inner : null
    }
    const last = path.at(-1) ?? name
    if (object && !(last in object)) object[last] = readable(text) ?? text
  }
  return withArrays(root, 0)
}

/** `bookings[0][id]` is in an array. */
function withArrays(value: unknown, depth: number): unknown {
  const object: Fields | null = asObject(value)
  if (!object || Object.getPrototypeOf(object) !== null) return value
  for (const name of Object.keys(object)) object[name] = withArrays(object[name], depth + 1)
  const isArray = depth > 0 && Object.keys(object).every((name) => /^\d+$/.test(name))
  return isArray ? Object.values(object) : object
}

/** An object, an array, or either as a text; undefined for anything else. */
export function readable(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return value
  return typeof value === 'string' && /^\s*[{[]/.test(value) ? parseJson(value) : undefined
}

const MARKS = [
  ['utf-8', [0xef, 0xbb, 0xbf]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
] as const

/**
 * A body's bytes as text: in the charset of its byte order mark or content type, or else UTF-8. Bytes that are none of
 * it become U+FFFD.
 */
export function decodeBody(bytes: Uint8Array, contentType: string | null): string {
  const [marked] = MARKS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte)) ?? []
  const named = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1]
  return decoderFor(marked ?? unmarkedUtf16(bytes) ?? named ?? 'utf-8').decode(bytes)
}

/** JSON and forms begin with an ASCII character, of which UTF-16 makes a byte and a zero. */
function unmarkedUtf16([first, second]: Uint8Array): string | null {
  if (first === 0 && second) return 'utf-16be'
  return first && second === 0 ? 'utf-16le' : null
}

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    // No charset of that name.
    return new TextDecoder()
  }
}
