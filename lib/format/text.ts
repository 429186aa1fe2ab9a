const LONGEST_SHOWN = 2_000

// Direction controls (U+202A–E, U+2066–9, marks) could reorder the text around them.
const INVISIBLE = /[\p{Cc}\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu

/** A text of the service as one inert line: control characters become a visible mark, long texts are clipped. */
export function safeText(text: string, longest = LONGEST_SHOWN): string {
  const clipped = text.length > longest ? `${text.slice(0, longest)}…` : text
  return clipped.toWellFormed().replace(INVISIBLE, '\ufffd')
}

/** Any value as text, for a field of an unexpected type. */
export function rawText(value: unknown, longest = 200): string {
  return safeText(typeof value === 'string' ? value : (JSON.stringify(value) ?? 'absent'), longest)
}
