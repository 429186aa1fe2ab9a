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

/** Fields whose value is JSON are read as such. @returns null for a text that is no form */
export function parseForm(text: string): JsonObject | null {
  if (!/^[^\s=&]+=/.test(text) || /[\n<>]/.test(text)) return null
  const fields = new Map<string, unknown>()
  for (const [name, value] of new URLSearchParams(text)) {
    if (!fields.has(name)) fields.set(name, readable(value) ?? value)
  }
  // `__proto__` stays a name.
  return Object.fromEntries(fields)
}

/** An object, an array, or either as a text; undefined for anything else. */
export function readable(value: unknown): unknown {
  if (typeof value === 'object' && value !== null) return value
  return typeof value === 'string' && /^\s*[{[]/.test(value) ? parseJson(value) : undefined
}
