import type { JsonObject } from '@/lib/interface/resources'

/** @returns undefined for a text that is no JSON; a text within a text is read once more */
export function parseJson(text: string): unknown {
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

/** Fields whose value is JSON are read as such, and `booking[id]` as a field of `booking`. @returns null for no form */
export function parseForm(text: string): JsonObject | null {
  const line = text.trimEnd()
  if (!/^[^\s=&]+=/.test(line) || /[\n<>]/.test(line)) return null
  const fields: Fields = new Map()
  for (const [name, value] of new URLSearchParams(line))
    setField(fields, pathOf(name), readable(value) ?? value)
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
